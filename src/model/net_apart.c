// Runs of a model's texts apart from what its screens show (net_source_apart).
#include "model/net_source_parts.h"

void net_apart_forget(NetSource *ns) {
    for (int k = 0; k < NET_APARTS; k++) {
        net_run_free(&ns->apart[k].run);
        ns->apart[k] = (NetApart){0};
    }
    past_free(&ns->apart_past);
}

// The weights of the moment. There is one block for all kept states: a run on another one is over.
static const NetWeights *weights_of(NetSource *ns, int moment) {
    const NetWeights *now = &ns->model.checkpoint.weights;
    if (moment < 0 || moment >= ns->source.moments - 1) return now;
    for (int k = 0; k < NET_APARTS; k++) {
        NetApart *a = &ns->apart[k];
        if (a->run.w && a->run.w != now && a->moment != moment) net_run_free(&a->run);
    }
    const Past *shown = &ns->moments.past;
    if (ns->apart_past.states != shown->states)
        past_view_states(&ns->apart_past, shown->line, shown->states, shown->step, shown->numbers);
    return past_weights(&ns->apart_past, moment);
}

const NetRun *net_source_apart(Source *s, const SourceView *v, NetLevers *head, Error *err) {
    NetSource *ns = s->of;
    NetLevers levers = net_source_levers(v, false);
    int moment = source_moment(s, v->past, v->step);
    if (head) *head = net_source_levers(v, true);
    for (int k = 0; k < NET_APARTS; k++) {
        NetApart *a = &ns->apart[k];
        bool same = a->run.w && a->batch == v->batch && a->bos == v->bos && a->moment == moment;
        if (same && !net_source_is_changed(ns, &levers, &a->run.levers)) return &a->run;
    }
    NetApart *a = &ns->apart[ns->next_apart++ % NET_APARTS];
    net_run_free(&a->run);
    *a = (NetApart){.batch = v->batch, .moment = moment, .bos = v->bos};
    Ids ids = net_source_ids(ns, v->batch, v->bos);
    bool ok = net_run_start(&a->run, weights_of(ns, moment), &ns->model.blas, ids.at, ids.count, &levers, err);
    ids_free(&ids);
    if (!ok) return NULL;
    net_run_finish(&a->run);
    if (a->run.bad_layer < 0) return &a->run;
    error_set(err, "layer %d gives numbers that are not finite", a->run.bad_layer);
    net_run_free(&a->run);
    return NULL;
}
