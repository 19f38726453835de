extends Reference

# The arguments of a signal. The listener binds a value that is not null, which the engine passes after the arguments.


# Removes the trailing parameters that were not passed.
static func up_to_bound(parameters: Array) -> Array:
	while typeof(parameters.back()) == TYPE_NIL:
		parameters.pop_back()
	return parameters
