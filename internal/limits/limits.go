// Package limits is the one place that holds every deadline and every cap of
// fettle, so that nothing waits or grows without a bound that can be read
// here. Times are durations, sizes are bytes unless the name says otherwise.
package limits

import "time"

// Wire: frames, requests, queues.
const (
	Frame            = 64 << 20 // largest frame accepted
	FrameDiscard     = 1 << 30  // larger frames than Frame are skipped up to here
	FrameHeader      = 8 << 10  // largest header block
	RequestsInFlight = 64
	FixJobsRunning   = 4
	FixJobsWaiting   = 16
	OutboundFrames   = 4096
	OutboundBytes    = 32 << 20
	OutboundStall    = 30 * time.Second // no byte accepted for so long: the client is dead
	RequestTotal     = 60 * time.Second // a client's request without a deadline of its own
	ProgressEvery    = 250 * time.Millisecond
	ProgressWaiting  = 2 * time.Second // a job that waits says for how long
	MessageEvery     = time.Minute     // one class of fault is shown
	LogHeld          = 256 << 10       // of log lines that nobody reads; then they are dropped
)

// Client calls: how long an editor has to answer.
const (
	ClientConfiguration = 5 * time.Second
	ClientRegister      = 5 * time.Second
	ClientProgress      = 2 * time.Second
	ClientApplyEdit     = 10 * time.Minute // a preview may wait for the user
	ClientMessage       = 10 * time.Minute
	ConfirmEdit         = 2 * time.Second // the didChange that confirms an edit
)

// Lifecycle.
const (
	Exit        = time.Second
	Flush       = 200 * time.Millisecond
	ParentPoll  = 5 * time.Second
	Cancel      = 100 * time.Millisecond
	WatchSettle = 200 * time.Millisecond
	// folders of sources that are watched; more are looked at when a question is asked
	WatchFolders = 4000
	WatchRescan  = 1000                   // changed files; more count as a change of everything
	LintSettle   = 400 * time.Millisecond // pause in typing before own linters run
	LintSlow     = 2 * time.Second        // for how much longer before slow ones do
	// what is asked for before a save; editors wait a second (vim.lsp.buf_request_sync)
	SaveWait    = 900 * time.Millisecond
	IndexShown  = time.Second     // an index that needs longer is shown as progress
	LintRetry   = 2 * time.Second // pause before a tool that failed runs again, doubled each time
	LintRetries = 5
	FixesAlone  = 64     // of one tool in one text that are checked one by one before they are chosen
	FixesOfMany = 8      // … of a text with very many, on each of which the tool says all others again
	FixesSaid   = 16_384 // what it may say then in all
	// for a language server to look at a text again: type checkers need some seconds in large projects
	StillReported = 8 * time.Second
	HintAfter     = 300 * time.Millisecond // a hint comes after the editor's own message, or is lost
	RestAfter     = 4 * time.Second        // without a change: memory is released
)

// Jobs.
const (
	FixTotal     = 120 * time.Second
	FixTogether  = 10 * time.Minute // all sure fixes of a project; what is proven by then is kept
	PlanTotal    = 15 * time.Second
	UndoTime     = 10 * time.Minute // when a document becomes again what it was before a fix, that was undone
	FixRefused   = time.Minute      // a problem that a model could not fix is not shown to it again
	Context      = 500 * time.Millisecond
	ContextGrace = 25 * time.Millisecond // providers have to end this much earlier
	ContextQuery = 3 * time.Second       // a question in words

	ContextResolve  = 25 * time.Millisecond // the last words of the providers, from memory
	ContextPrefetch = 300 * time.Millisecond
)

// Documents.
const (
	FixFile            = 4 << 20 // larger documents get no fix
	FixLine            = 20_000  // characters
	WindowLine         = 2_000   // bytes of a line in an edit window
	ContextFile        = 1 << 20 // larger files are not read for context
	DiagnosticsPerFile = 500
	Message            = 300 // characters of a diagnostic's message
	HistoryPerDocument = 1 << 20
	HistoryHunks       = 50              // of one document, and of all together
	HistoryAge         = time.Hour       // older changes say nothing of what is being done
	SyntaxTrees        = 8               // documents whose tree is kept
	SyntaxTreesRun     = 128             // … in a run over many files, round by round
	SyntaxTreesBytes   = 1 << 20         // … of their texts: a tree is many times as large, and C memory
	SyntaxTime         = 5 * time.Second // parsing one text; then the scan answers
	SyntaxTimeMin      = 500 * time.Millisecond
	SyntaxTimeByte     = 10 * time.Microsecond // more for each byte, up to SyntaxTime
)

// Edit scripts.
const (
	Instruction    = 4 << 10 // of fettle.edit, in bytes
	Ops            = 8
	AsksLocal      = 8 // of a model on this computer, for one fix
	OpLines        = 120
	NewText        = 16 << 10
	Candidates     = 200
	ListedAnchors  = 12
	AnswerReserve  = 8192    // tokens
	FeedbackAnswer = 4 << 10 // of a rejected answer that is shown again
)

// Child processes.
const (
	ChildOutput      = 8 << 20
	ChildStream      = 256 << 20 // of output that is read as it comes
	ChildHead        = 64 << 10  // … of which so much is kept
	ChildErrorTail   = 4 << 10
	ChildListing     = 64 << 20    // output of git when it lists a workspace
	ChildWait        = time.Second // after the kill, for daemons that hold the pipe
	LinterTime       = 10 * time.Second
	CompilerTime     = 30 * time.Second
	ProveTime        = 2 * time.Minute // importing the changed modules of a folder, each by itself
	TestTime         = 5 * time.Minute // the tests that reach a set of fixes
	LinterTimeMost   = 2 * time.Minute // that settings may give
	CompilerTimeMost = 10 * time.Minute
	ToolVersionTime  = 5 * time.Second
	ToolVersionMost  = 30 * time.Second // where a run, or a worker of a fleet, needs the answer
	DoctorTime       = 3 * time.Second  // for what fettle doctor tries in a folder
	DoctorFiles      = 200              // that it tries it with
	LinterResults    = 256              // finished runs kept
	LinterHeld       = 5_000            // diagnostics in all of them
	PathMemory       = time.Minute      // how long it is remembered where the links in a folder of PATH lead
	UsageMemory      = 30 * time.Second // how long is remembered which files use what
	LoadedModules    = 1000             // modules that are read to find out what loading one does
	LoadedBytes      = 8 << 20          // and how much of them
	LinterResultAge  = 30 * time.Second // of tools that read the whole project
	LinterPauseMin   = time.Second      // after a failure, doubled up to the next
	LinterPauseMax   = 60 * time.Second
	WarmChildren     = 4               // tools that are kept running
	WarmIdle         = 5 * time.Minute // then one that nobody asks ends
	WarmRest         = time.Minute     // after a failure
	WarmMemory       = 1536 << 20      // of one, after an answer
	GateFast         = 2 * time.Second // ruff, ESLint in prefetch and resolve
	GateSlow         = 5 * time.Second
)

// Linters.
const (
	RootMemory        = 2 * time.Second // then the project of a document is looked for again
	RootMemoryEntries = 12_288
	KeptAge           = 7 * 24 * time.Hour // results of tools that a command leaves for the next
	KeptFile          = 32 << 20           // of one tool in one root
	KeptUnpacked      = 512 << 20          // of one that is packed
	KeptNames         = 50_000             // of modules and folders of a root
	KeptOutcomes      = 256                // of whole projects
	OutcomeTree       = 128 << 20          // bytes of a project whose outcome is kept
	OutcomeTreeFiles  = 20_000
	OutcomeInstalled  = 100_000   // files of one installed tree in addition
	ExtendedRules     = 200       // that a tool looks for besides those of its configuration
	MirrorStale       = time.Hour // a private tree that a crash left behind is removed
)

// Model endpoint.
const (
	ModelDial              = 5 * time.Second
	ModelFirstByte         = 30 * time.Second
	ModelFirstByteLoopback = 60 * time.Second       // a local server may have to load the model
	ModelReadsSlowly       = 200                    // tokens a second: the usual context needs ten seconds
	ModelReading           = 100 * time.Millisecond // a token of the prompt, by a slow machine
	ModelIdle              = 20 * time.Second
	ModelHeader            = 64 << 10
	ModelAnswer            = 2 << 20
	ModelRequest           = 1 << 20
	ModelCalls             = 4 // in flight for one origin
	ModelCallsLoopback     = 1
	ModelCallsAside        = 2 // in flight for one origin, of the small models that plan and make vectors
	ModelFailures          = 3 // connections in a row that fail; then none is tried for ModelCircuit
	ModelRetryAfterMin     = time.Second
	ModelRetryAfterMax     = 60 * time.Second
	ModelCircuit           = 30 * time.Second
	ModelGrace             = 250 * time.Millisecond // for the end of the body after the end of the answer
	ModelBackoff           = 250 * time.Millisecond // before a retry, and up to as much again by chance
	ModelConnectionIdle    = 90 * time.Second       // then a connection is closed
	ModelKeepAlive         = 30 * time.Second
	ModelFile              = 8 << 30          // bytes: larger ones are not advised without a graphics card
	ModelLoaded            = 30 * time.Minute // how long Ollama keeps a model in memory after a question
	KeyCommand             = 5 * time.Second

	ModelTotalMin  = 5 * time.Second // what a user may set FixTotal to
	ModelTotalMax  = 600 * time.Second
	ModelPing      = 10 * time.Second
	ModelErrorBody = 8 << 10 // read of an error answer, for the log
	ModelProgress  = 100 * time.Millisecond
	EmbedBatch     = 64                     // texts in one request
	EmbedAnswer    = 16 << 20               // vectors are printed as text
	EmbedText      = 8 << 10                // of one piece of code
	EmbedQuery     = 2000                   // of a question
	EmbedWait      = 150 * time.Millisecond // for the vector of a question; then words alone answer
	EmbedTotal     = time.Minute            // one batch
	EmbedIdle      = 2 * time.Second        // nothing is typed for so long before code is embedded
)

// Model endpoint while a question waits for the plan of its search.
const (
	ModelDialPlan      = 3 * time.Second
	ModelFirstBytePlan = 10 * time.Second
	ModelIdlePlan      = 5 * time.Second
	ModelRetryRest     = 5 * time.Second // no retry when less than this remains
)

// Model endpoint in prefetch, which nobody waits for.
const (
	ModelDialPrefetch      = 2 * time.Second
	ModelFirstBytePrefetch = 5 * time.Second
	ModelIdlePrefetch      = 3 * time.Second
	ModelTotalPrefetch     = 10 * time.Second
	PrefetchCalls          = 6 // a minute
	PrefetchProblems       = 3 // after one save
)

// Model that plans searches.
const (
	PlanTime      = 2 * time.Second        // where the settings name no other
	PlanReserve   = 100 * time.Millisecond // of a gathering, kept for what the plan finds
	PlanLate      = 2 * time.Second        // a plan that came too late for its gathering serves the next
	PlanAnswer    = 64 << 10
	PlanCircuit   = 30 * time.Second // none is asked for after one that failed
	PlanAge       = 24 * time.Hour   // the project around the question changes
	Plans         = 256              // kept
	PlannerTotal  = 5 * time.Second  // with the start of the model
	PlannerAnswer = 256              // tokens
	PlannerWords  = 96               // the same, of words alone
	PlannerWindow = ModelWindow      // tokens; another size makes Ollama load a shared model anew
)

// Index of related code, and its store.
const (
	IndexFile      = 600_000         // larger files are found by their names only
	IndexHeap      = 256 << 20       // of an index in memory; then the files nearest to the root answer
	IndexFileTime  = 2 * time.Second // one changed file
	QuestionIndex  = 8 * time.Second // a question waits for the index; what is indexed by then answers
	QuestionBuild  = 2 * time.Second // it waits for somebody else who is building the index
	WarmTime       = 5 * time.Second // a run waits for the index before its first model call
	TextCache      = 64 << 20
	TextCacheFiles = 1024
	GitHistory     = 16 << 20               // of what git prints of the newest commits
	StoreBusy      = 200 * time.Millisecond // another process writes
	StoreOpen      = 2 * time.Second        // another process makes the store
	StoreTexts     = 64 << 20               // compressed
	StoreText      = 1 << 20                // of one text
	VectorAge      = 30 * 24 * time.Hour    // a vector that nobody has asked for is dropped
)

// What is learned from fixes.
const (
	JournalEntries = 5000
	JournalFile    = 1 << 20
	JournalAge     = 90 * 24 * time.Hour
	EditsAfterFix  = 10 * time.Minute // the user's next edits belong to the fix
	AfterQuestion  = 30 * time.Minute // what is opened and edited next belongs to the question
)

// Language servers that are asked for places, and as checkers.
const (
	Lookup           = 150 * time.Millisecond // all questions of one gathering together
	ServerAnswer     = 150 * time.Millisecond // a gathering waits so long for one answer
	ServerAnswerLate = 10 * time.Second       // it serves the next gathering until then
	ServerAnswers    = 4096                   // kept
	ServerStart      = 60 * time.Second       // handshake; some index first
	ServerStop       = time.Second
	ServerBackoffMin = time.Second // before a start after a failed one, doubled up to the next
	ServerBackoffMax = 60 * time.Second
	ServerSettleMin  = 500 * time.Millisecond // nothing more is said of a text: that is all; longer for slow ones
	ServerSettleMax  = 5 * time.Second
	ServerFrame      = 16 << 20
	ServerPlaces     = 200 // of one answer
	ServerActions    = 32  // of one diagnostic
	ServerDocuments  = 16  // held open
	ServerOutbox     = 64  // messages that wait for a server that does not read
)

// Runs of the command line.
const (
	FinishedAge   = 24 * time.Hour // the work of a run counts as done; the project around a file changes, too
	FinishedEntry = 16 << 20       // of one file
)

// Model Context Protocol: what one call may send and get.
const (
	MCPLine     = 4 << 20   // of input, one message
	MCPVerdict  = 4000      // bytes of a verdict: the lines behind are counted
	MCPFiles    = 500       // of a folder
	MCPFindings = 500       // listed
	MCPDiff     = 256 << 10 // all diffs of an answer together
)

// Settings.
const (
	SettingsFile = 1 << 20 // a settings file, a CA file, a file that configures a tool
)

// Grants of trust.
const (
	GrantsFile    = 16 << 20 // the file of all grants
	GrantFile     = 16 << 20 // a file that a grant covers
	GrantWalk     = 100_000  // entries looked at in a folder
	GrantWalkTime = 5 * time.Second
	GrantPlugins  = 500 // files that are looked into for the code they name, and names in one
)

// Egress gate.
const (
	DenyMemory        = 2 * time.Second // a path's verdict is trusted so long
	DenyMemoryEntries = 4096
	AuditFile         = 10 << 20 // then rotated; two older ones are kept
	AuditRing         = 1000     // entries in memory
)

// Context budget, in tokens.
const (
	ContextTokens     = 2000
	InstructionTokens = 500
	SelectionTokens   = 1000
	CompletionTokens  = 1000
	ModelWindow       = 8192
	ModelWindowLocal  = 32_768 // what a local model's window may grow to by itself
	AnswerLeast       = 512    // of a window of the user's that is kept for the answer
)

// Walks over a workspace.
const (
	WalkFiles     = 200_000
	MirrorEntries = 50_000    // of one folder on the way to a mirrored file
	WalkVisits    = 2_000_000 // entries looked at where git does not list them
)

// Fleet: many machines on one run.
const (
	FleetDial         = 5 * time.Second
	FleetAnswer       = 20 * time.Second // of the server
	FleetReconnect    = time.Second
	FleetAway         = time.Minute     // a server that was there may be away for so long before a question fails
	FleetClock        = time.Minute     // a server's clock that went back by more was set anew
	FleetTransfer     = 5 * time.Minute // of one object
	FleetPublishTries = 5
	FleetLease        = 30 * time.Second // a worker that is silent for so long has lost its job
	FleetPull         = 5 * time.Second  // a worker asks for a job again
	FleetGrace        = 15 * time.Second // for jobs under work when a worker is to end
	FleetRefused      = 5 * time.Second  // before a job that was refused is given out again
	FleetRetry        = time.Second      // before one that failed is
	FleetContention   = 20 * time.Millisecond
	FleetAge          = 7 * 24 * time.Hour // of runs, jobs and objects
	FleetDuplicates   = time.Hour          // a job that is queued twice in it is queued once
	FleetWorkerAge    = time.Minute        // a worker that is silent for so long is not listed
	FleetNews         = 3 * time.Second    // what a worker does is reported no more often
	FleetJobsTaken    = 1 << 16            // under work in all workers
	FleetMessage      = 4 << 10            // of the queue
	FleetJob          = 64 << 20
	FleetResult       = 256 << 20
	FleetLog          = 20 // lines of a job
	FleetLogLine      = 1000
	FleetPack         = 4 << 20 // files of a tree, in one object
	FleetTree         = 8 << 30
	FleetTreeFiles    = 1_000_000
	FleetTrees        = 2                // that a worker keeps
	FleetSubmits      = 16               // jobs that are queued at once
	FleetSlice        = 200              // files of a job for tools that look at files alone
	FleetSliceModel   = 2                // where a model is asked
	CloneTime         = 30 * time.Minute // of a repository
	FleetGarbage      = 25               // percent of what a coordinator holds
	FixGarbage        = 300              // percent of what a run over files holds
	FixGarbageBytes   = 96 << 20         // … but no more than that
	FixGarbageLeast   = 40               // percent, however much is held
	FleetMerge        = 1000             // changed files that the coordinator looks at together
)
