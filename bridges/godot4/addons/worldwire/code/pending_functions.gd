extends RefCounted

# Functions that may wait with await, and the answers that wait for them.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireDeferred = preload("../deferred.gd")
const WorldwireValues = preload("../reflection/values.gd")
# The answer must reach the server before the deadline.
const MARGIN_MSEC := 250

# Of the current call.
var deadline_msec := 5000

var _waiting: Array[Dictionary] = []


# Calls a function. The answer is made by `finish` of its result, now or later. Work has a name, and `scope` if the function is a
# caller's code, which is stopped at its time limit.
func outcome(function: Callable, finish: Callable, work: Dictionary) -> Variant:
	var wait := {"deferred": WorldwireDeferred.new(), "finish": finish, "work": work, "outcome": null}
	_follow(function, wait)
	if wait.deferred.is_settled:
		return wait.outcome
	work.has_waited = true
	wait.until = Time.get_ticks_msec() + maxi(deadline_msec - MARGIN_MSEC, deadline_msec / 2)
	_waiting.append(wait)
	return wait.deferred


# Called periodically.
func expire_late() -> void:
	if _waiting.is_empty():
		return
	var still: Array[Dictionary] = []
	for wait in _waiting:
		if wait.work.has("object") and not is_instance_id_valid(wait.work.object):
			var about: String = "%s waited with await, and its object was freed" % wait.work.name
			wait.deferred.settle(WorldwireRefusal.new("failed", about, "read the state of the scene before you retry"))
		elif Time.get_ticks_msec() >= wait.until:
			wait.deferred.settle(_timeout(wait.work))
		if not wait.deferred.is_settled:
			still.append(wait)
	_waiting = still


func _follow(function: Callable, wait: Dictionary) -> void:
	var result: Variant = await function.call()
	if wait.deferred.is_settled:
		return
	wait.outcome = wait.finish.call(wait.work, result)
	wait.deferred.settle(wait.outcome)


static func _timeout(work: Dictionary) -> WorldwireRefusal:
	if work.get("scope") == null:
		var about: String = "%s still waits with await, and continues by itself" % work.name
		return WorldwireRefusal.new("timeout", about, "do not start it again; read what it changes")
	# Ends its functions that wait.
	work.scope.set_script(null)
	var about: String = "%s still waited with await at its time limit, and was stopped" % work.name
	return WorldwireRefusal.new("timeout", about, "what it did before is done; wait for less in one call")
