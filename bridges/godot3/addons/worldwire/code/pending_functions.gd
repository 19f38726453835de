extends Reference

# Functions that wait with yield, and the answers that wait for them.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireResumption = preload("resumption.gd")
# The answer must reach the server before the deadline.
const MARGIN_MSEC := 250

# Of the current call.
var deadline_msec := 5000

var _log
var _waiting := []


func _init(log_watch) -> void:
	_log = log_watch


# The result of a function, or a deferred one: `finish` of the caller makes an answer of `work` and the result. Work has a name, a
# mark (the size of the log when the function last continued) and `stops`, whether the function stops at its time limit.
func outcome(result, caller, finish: String, work: Dictionary):
	if not result is GDScriptFunctionState:
		return caller.call(finish, work, result)
	var wait := {"deferred": WorldwireDeferred.new(), "caller": caller, "finish": finish, "work": work, "log": _log}
	wait.depth = 0
	wait.is_stopped = false
	wait.until = OS.get_ticks_msec() + int(max(deadline_msec - MARGIN_MSEC, deadline_msec / 2))
	_waiting.append(wait)
	_follow(result, wait)
	return wait.deferred


# Called periodically.
func expire_late() -> void:
	var still := []
	for wait in _waiting:
		if OS.get_ticks_msec() >= wait.until:
			wait.is_stopped = wait.work.stops
			wait.deferred.settle(_timeout(wait.work))
		if not wait.deferred.is_settled:
			still.append(wait)
	_waiting = still


static func _timeout(work: Dictionary) -> WorldwireRefusal:
	if work.stops:
		var about: String = "%s still waited with yield at its time limit, and was stopped" % work.name
		return WorldwireRefusal.new("timeout", about, "what it did before is done; wait for less in one call")
	var about: String = "%s still waits with yield, and continues by itself" % work.name
	return WorldwireRefusal.new("timeout", about, "do not start it again; read what it changes")


func _follow(state: GDScriptFunctionState, wait: Dictionary) -> void:
	state.connect("completed", self, "_state_on_completed", [wait], CONNECT_ONESHOT)
	WorldwireResumption.new(state, wait, true)


# A function that failed passes no result, and then the bound value comes first.
func _state_on_completed(result = null, wait = null) -> void:
	if wait == null:
		wait = result
		result = null
	# It has ended, and its result is a function that still waits.
	if result is GDScriptFunctionState:
		wait.work.stops = false
		_follow(result, wait)
	else:
		wait.deferred.settle(wait.caller.call(wait.finish, wait.work, result))
