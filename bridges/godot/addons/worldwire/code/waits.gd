extends Reference

# Functions that wait with yield, and the answers that wait for them.

const Refusal = preload("../refusal.gd")
const Later = preload("../later.gd")
# The server stops waiting at the deadline; what is said here has to reach it before.
const MARGIN_MSEC := 250

# Of the call that is at work.
var deadline_msec := 5000

var _waiting := []


# What a function gave, or the end of its waiting: `finish` of the caller makes an answer out of `work` and the result.
func outcome(result, caller, finish: String, work: Dictionary):
	if not result is GDScriptFunctionState:
		return caller.call(finish, work, result)
	var wait := {"later": Later.new(), "caller": caller, "finish": finish, "work": work}
	wait.until = OS.get_ticks_msec() + int(max(deadline_msec - MARGIN_MSEC, deadline_msec / 2))
	_waiting.append(wait)
	result.connect("completed", self, "_state_on_completed", [wait], CONNECT_ONESHOT)
	return wait.later


# Now and then.
func give_up_late() -> void:
	var still := []
	for wait in _waiting:
		if OS.get_ticks_msec() >= wait.until:
			var about: String = "%s still waits with yield, and goes on by itself" % wait.work.name
			wait.later.settle(Refusal.new("timeout", about, "do not start it again; read what it changes"))
		if not wait.later.is_settled:
			still.append(wait)
	_waiting = still


# One that failed gives no result, and then what was bound to the signal comes first.
func _state_on_completed(result = null, wait = null) -> void:
	if wait == null:
		wait = result
		result = null
	# It waits once more.
	if result is GDScriptFunctionState:
		result.connect("completed", self, "_state_on_completed", [wait], CONNECT_ONESHOT)
	else:
		wait.later.settle(wait.caller.call(wait.finish, wait.work, result))
