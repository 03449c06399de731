// Runs of a model's texts apart from what its screens show (net_source_apart).
#include "model/net_source_parts.h"

static void free_apart(NetApart *a) {
    net_front_free(&a->front);
    net_run_free(&a->run);
}

void net_apart_forget(NetSource *ns) {
    for (int k = 0; k < NET_APARTS; k++) {
        free_apart(&ns->apart[k]);
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
        if (a->run.w && a->run.w != now && a->moment != moment) free_apart(a);
    }
    const Past *shown = &ns->moments.past;
    if (ns->apart_past.states != shown->states)
        past_view_states(&ns->apart_past, shown->line, shown->states, shown->step, shown->numbers);
    return past_weights(&ns->apart_past, moment);
}

// The run of an apart as the view has it: with ⟨BOS⟩ in front for heads alone, or as it is.
static const NetRun *look_at(const NetSource *ns, NetApart *a, const SourceView *v, Error *err) {
    if (a->bos || !v->bos) return &a->run;
    if (!a->front.of && !net_front_start(&a->front, &a->run, ns->model.bos, err)) return NULL;
    net_run_finish(&a->front.lone);
    net_front_meet(&a->front);
    return &a->front.run;
}

const NetRun *net_source_apart(Source *s, const SourceView *v, NetLevers *head, Error *err) {
    NetSource *ns = s->of;
    bool bos = net_source_runs_bos(ns, v);
    NetLevers levers = net_source_levers(v, bos, false);
    int moment = source_moment(s, v->past, v->step);
    if (head) *head = net_source_levers(v, bos, true);
    for (int k = 0; k < NET_APARTS; k++) {
        NetApart *a = &ns->apart[k];
        bool same = a->run.w && a->batch == v->batch && a->bos == bos && a->moment == moment;
        if (same && !net_source_is_changed(ns, &levers, &a->run.levers)) return look_at(ns, a, v, err);
    }
    NetApart *a = &ns->apart[ns->next_apart++ % NET_APARTS];
    free_apart(a);
    *a = (NetApart){.batch = v->batch, .moment = moment, .bos = bos};
    Ids ids = net_source_ids(ns, v->batch, bos);
    bool ok = net_run_start(&a->run, weights_of(ns, moment), &ns->model.blas, ids.at, ids.count, &levers, err);
    ids_free(&ids);
    if (!ok) return NULL;
    net_run_finish(&a->run);
    if (a->run.bad_layer < 0) return look_at(ns, a, v, err);
    error_set(err, "layer %d gives numbers that are not finite", a->run.bad_layer);
    free_apart(a);
    return NULL;
}
