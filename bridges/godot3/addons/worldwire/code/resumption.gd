extends Reference

# Resumes a function that waits with yield, instead of the engine: so the log position is known when it continues, and it can be
# stopped.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireSignalArguments = preload("signal_arguments.gd")

var _state: GDScriptFunctionState
var _wait: Dictionary
# Whether it is the called function, and not a function of the game that this one waits for.
var _is_own: bool


# The connection keeps it alive, so a function of the game continues without the bridge.
func _init(state: GDScriptFunctionState, wait: Dictionary, is_own: bool) -> void:
	_state = state
	_wait = wait
	_is_own = is_own
	for connection in state.get_incoming_connections():
		# The record of a connection does not keep its objects alive; a reference from a weakref does.
		var source: Object = weakref(connection.source).get_ref()
		if source is GDScriptFunctionState:
			get_script().new(source, wait, false)
		source.disconnect(connection.signal_name, state, connection.method_name)
		source.connect(connection.signal_name, self, "_source_on_signal", [self], CONNECT_ONESHOT)


func _source_on_signal(
	a = null, b = null, c = null, d = null, e = null, f = null, g = null, h = null, i = null, j = null, k = null, l = null, m = null
) -> void:
	if _is_own and _wait.is_stopped:
		return
	if not _state.is_valid(true):
		var about: String = "%s waited with yield, and an object that it needs was freed" % _wait.work.name
		_wait.deferred.settle(WorldwireRefusal.new("failed", about, "read the state of the scene before you retry"))
		return
	var given := WorldwireSignalArguments.up_to_bound([a, b, c, d, e, f, g, h, i, j, k, l, m])
	given.pop_back()
	# If the end of one function resumes another, the errors of both count.
	if _wait.depth == 0:
		_wait.work.mark = _wait.log.size()
	_wait.depth += 1
	# As with yield: one argument is passed itself, several as an array.
	var next = _state.resume(given if given.size() > 1 else given.pop_back())
	_wait.depth -= 1
	if next is GDScriptFunctionState:
		get_script().new(next, _wait, _is_own)
