package dev.plimsoll.scaling;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.util.List;

/// The chosen purchase, the reasons for it, and the purchases that lost.
///
/// @param why reasons for the choice other than its price
/// @param others the best first
record Chosen(Purchase best, List<Reason> why, List<Alternative> others) {}
