package effect

// Class is one class of questionable effect: what it sees in an edit, as a clause
// in plain words; "" where it sees nothing.
type Class struct {
	Name string
	// Harm says why a reader wants to know, in one line of documentation.
	Harm string
	sees func(*delta) string
}

// Classes are all rows, in the order in which they were thought of as unusual;
// measured weights decide which is said first.
var Classes = []Class{
	{"literal", "a value that the message does not mention changes", literalReplaced},
	{"operator", "a calculation or comparison that the message does not mention changes", operatorReplaced},
	{"condition-gone", "what was done in some cases is always done, or never", conditionGone},
	{"condition-added", "what was done always is done in some cases only", conditionAdded},
	{"condition-negated", "the branches of a condition are swapped", conditionNegated},
	{"condition-changed", "a condition holds in other cases", conditionChanged},
	{"condition-constant", "a branch that is always, or never, taken", conditionConstant},
	{"branch-gone", "a case is no longer handled on its own", branchGone},
	{"loop-gone", "what was done for each is done once", loopGone},
	{"loop-left", "a loop ends, or goes on, elsewhere", loopLeft},
	{"default-added", "a missing value is silently replaced", defaultAdded},
	{"constant-returned", "a result that no longer depends on the arguments", constantReturned},
	{"constant-bound", "a value that the code did not have", constantBound},
	{"call-gone", "something is no longer done", callGone},
	{"call-added", "something is done that was not before", callAdded},
	{"call-replaced", "something else is done", callReplaced},
	{"argument-dropped", "a setting falls back to its default", argumentDropped},
	{"argument-added", "a setting that was left to its default", argumentAdded},
	{"argument-exchanged", "arguments are swapped", argumentExchanged},
	{"argument-replaced", "another value is passed", argumentReplaced},
	{"statement-gone", "a step is left out", statementGone},
	{"result-dropped", "the result of a call is not used", resultDropped},
	{"raise-gone", "a failure is no longer reported", raiseGone},
	{"raise-added", "something that worked can fail", raiseAdded},
	{"return-gone", "a result is no longer returned", returnGone},
	{"return-added", "a function returns earlier, or where it did not", returnAdded},
	{"return-replaced", "another result is returned", returnReplaced},
	{"handler-added", "failures are caught that were not before", handlerAdded},
	{"handler-silent", "a failure is silently dropped", handlerSilent},
	{"handler-widened", "all failures are caught, where some were", handlerWidened},
	{"handler-mute", "a failure is handled, and not reported", handlerMute},
	{"handler-changed", "other failures are caught", handlerChanged},
	{"assertion-gone", "a check is gone or another one", assertionGone},
	{"await-gone", "nothing waits for the result", awaitGone},
	{"type-widened", "the type checker checks less", typeWidened},
	{"type-asserted", "a type is asserted that the checker cannot know", typeAsserted},
	{"annotation-changed", "a signature promises something else", annotationChanged},
	{"one-of-many", "one element is taken of several", oneOfMany},
	{"part-of-whole", "a part is taken for the whole", partOfWhole},
	{"name-gone", "a statement no longer depends on a name", nameGone},
	{"ends-program", "the whole program ends", endsProgram},
	{"parameter-changed", "callers have to call it another way", parameterChanged},
	{"decorator-gone", "what was done around the function is not done", decoratorGone},
	{"import-added", "the project depends on one more module", importAdded},
	{"moved", "a step is done under another condition", moved},
	{"shared-state", "a function changes what others see", sharedState},
	{"swallowed-missing", "a missing object is silently passed over", swallowedMissing},
}
