package dev.plimsoll.scaling;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.scaling.Proposal.Alternative;
import java.util.List;

/// What is bought, why, and what else was looked at.
///
/// @param why what made it the choice, beside its price
/// @param others the best first
record Chosen(Purchase best, List<Reason> why, List<Alternative> others) {}
