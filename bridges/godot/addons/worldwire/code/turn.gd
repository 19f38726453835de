extends Reference

# One wait of a function that waits with yield, heard in the place of the engine: so the log is marked right before the
# function goes on, and the function can be kept from going on.

const Refusal = preload("../refusal.gd")
const Heard = preload("heard.gd")

var _state: GDScriptFunctionState
var _wait: Dictionary
# Whether it is the function that was asked for, and not one of the game's that this waits for.
var _is_own: bool


# The connection holds it, so a function of the game goes on even without the bridge.
func _init(state: GDScriptFunctionState, wait: Dictionary, is_own: bool) -> void:
	_state = state
	_wait = wait
	_is_own = is_own
	for connection in state.get_incoming_connections():
		# The record of a connection does not keep what it names: a weak reference gives one that does.
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
		_wait.later.settle(Refusal.new("failed", about))
		return
	var given := Heard.up_to_bound([a, b, c, d, e, f, g, h, i, j, k, l, m])
	given.pop_back()
	# Where one function ends and the other goes on with it, the errors of both count.
	if _wait.depth == 0:
		_wait.work.mark = _wait.log.size()
	_wait.depth += 1
	# As yield has it: one argument is itself, and several are a list.
	var next = _state.resume(given if given.size() > 1 else given.pop_back())
	_wait.depth -= 1
	if next is GDScriptFunctionState:
		get_script().new(next, _wait, _is_own)
