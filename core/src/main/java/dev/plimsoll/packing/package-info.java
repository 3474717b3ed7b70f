/// Packing: which nodes pods are placed on, and which new nodes that takes.
///
/// Packing is fast because equal things are handled once. Each word for a set of equal things has
/// one meaning:
///
/// | word | equal | ignored | used by |
/// |---|---|---|---|
/// | shape ([dev.plimsoll.cluster.Shape]) of pods | every property that a rule looks at | name | everywhere |
/// | size ([Sizes]) of pods | requests | all other rules | filling a node, shadow prices |
/// | one per node ([OnePerNode]) of pods | a cause for which they cannot share a node | all else | the number of nodes that they force |
/// | kind of nodes in fit (`NodeKinds`) | labels, taints, cordon | hostname, resources, pods | rules that look at one node alone |
/// | kind of offers (`Catalogue`) | labels that rules look at, taints, state, pods of DaemonSets | hostname, resources, price, limits | exchanging a node for a smaller one |
/// | model ([OfferModel]) of offers | free resources, price, admitted pods | labels, limits | choosing the next node to open |
/// | equivalent ([EquivalentOffers#of]) offers | kind, free resources, price, shares of limits | how many can be bought | balancing similar groups |
/// | family ([EquivalentOffers#families]) of offers | as equivalent, but only labels of node selectors and affinity count | zones, limits of one offer | bids for pods |
/// | pool (`bound.Pools`) of offers | the sets of offers that pods can use | resources, price | the bound: searching rows |
/// | lot (`bound.NodeLot`) of existing nodes | the pods that can use them, free resources to a power of two | price, names | the bound: few columns |
/// | group key (`groups.GroupKey`) of nodes | labels of pools, types and zones, taints, size | names, exact resources | inferring groups |
@NullMarked
package dev.plimsoll.packing;

import org.jspecify.annotations.NullMarked;
