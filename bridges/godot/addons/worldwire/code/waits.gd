extends Reference

# Functions that wait with yield, and the answers that wait for them.

const Refusal = preload("../refusal.gd")
const Later = preload("../later.gd")
const Turn = preload("turn.gd")
# The server stops waiting at the deadline; what is said here has to reach it before.
const MARGIN_MSEC := 250

# Of the call that is at work.
var deadline_msec := 5000

var _log
var _waiting := []


func _init(log_watch) -> void:
	_log = log_watch


# What a function gave, or the end of its waiting: `finish` of the caller makes an answer out of `work` and the result.
# Work has a name, a mark, which is the size of the log when the function last went on, and says whether the function
# stops when its time is over.
func outcome(result, caller, finish: String, work: Dictionary):
	if not result is GDScriptFunctionState:
		return caller.call(finish, work, result)
	var wait := {"later": Later.new(), "caller": caller, "finish": finish, "work": work, "log": _log}
	wait.depth = 0
	wait.is_stopped = false
	wait.until = OS.get_ticks_msec() + int(max(deadline_msec - MARGIN_MSEC, deadline_msec / 2))
	_waiting.append(wait)
	_follow(result, wait)
	return wait.later


# Now and then.
func give_up_late() -> void:
	var still := []
	for wait in _waiting:
		if OS.get_ticks_msec() >= wait.until:
			wait.is_stopped = wait.work.stops
			wait.later.settle(_given_up(wait.work))
		if not wait.later.is_settled:
			still.append(wait)
	_waiting = still


static func _given_up(work: Dictionary) -> Refusal:
	if work.stops:
		var about: String = "%s still waited with yield when its time was over, and was stopped" % work.name
		return Refusal.new("timeout", about, "what it did before is done; wait for less at once")
	var about: String = "%s still waits with yield, and goes on by itself" % work.name
	return Refusal.new("timeout", about, "do not start it again; read what it changes")


func _follow(state: GDScriptFunctionState, wait: Dictionary) -> void:
	state.connect("completed", self, "_state_on_completed", [wait], CONNECT_ONESHOT)
	Turn.new(state, wait, true)


# One that failed gives no result, and then what was bound to the signal comes first.
func _state_on_completed(result = null, wait = null) -> void:
	if wait == null:
		wait = result
		result = null
	# It has come to its end, and gives what somebody else still waits for.
	if result is GDScriptFunctionState:
		wait.work.stops = false
		_follow(result, wait)
	else:
		wait.later.settle(wait.caller.call(wait.finish, wait.work, result))
