extends "code_scope.gd"

# What the source of a hook on a function with await can use in addition.

# The object of the call; null for a static method.
var object_itself: Object
# The arguments of the call.
var args: Array = []

# The result of the method, once the source has called it.
var given: Variant = null
var was_called := false

var _hook: RefCounted


func prepare_call(hook: RefCounted, itself: Object, with: Array) -> void:
	_hook = hook
	object_itself = itself
	args = with


# Calls the method without the hook. It must be called with await.
func original(with: Array) -> Variant:
	was_called = true
	given = await _hook.call_original_waiting(object_itself, with)
	return given
