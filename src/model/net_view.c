// A view's levers, as those of runs.
#include "model/net_source_parts.h"

bool net_source_runs_bos(const NetSource *ns, const SourceView *v) {
    return v->whole ? v->bos : ns->model.bos_first && !ns->passage[v->batch].of_ids;
}

static NetCut cut_of(SourceCut c) {
    static const NetCutKind KINDS[] = {[CUT_ZERO] = NET_CUT_ZERO, [CUT_MEAN] = NET_CUT_MEAN, [CUT_EDGE] = NET_CUT_EDGE};
    return (NetCut){KINDS[c.kind], c.layer, c.head, c.query, c.key};
}

NetLevers net_source_levers(const SourceView *v, bool bos, bool head) {
    NetLevers levers = net_levers();
    levers.apart = head && !v->whole && bos && !v->bos;
    if (v->whole || head) {
        levers.mask = v->mask;
        levers.divisor = v->own ? 0 : v->divisor;
    }
    for (int k = 0; k < v->cuts; k++) {
        bool edge = v->cut[k].kind == CUT_EDGE;
        if ((v->cut[k].alone || (edge && !v->whole)) && !head) continue;
        levers.cut[levers.cuts++] = cut_of(v->cut[k]);
    }
    return levers;
}

NetLevers net_source_alone(const SourceView *v, bool bos) {
    NetLevers all = net_source_levers(v, bos, true), out = net_levers();
    if (!v->whole) out.mask = all.mask, out.divisor = all.divisor, out.apart = all.apart;
    for (int k = 0; k < v->cuts; k++) {
        if (v->cut[k].alone || (v->cut[k].kind == CUT_EDGE && !v->whole)) out.cut[out.cuts++] = cut_of(v->cut[k]);
    }
    return out;
}
