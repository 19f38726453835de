extends Reference

# What a signal came with. Whoever listens binds something that is never nothing, and the engine puts it behind the
# arguments, however many those are.


# Takes all parameters of a listener that are nothing by default, and leaves out those that were not given.
static func up_to_bound(parameters: Array) -> Array:
	while typeof(parameters.back()) == TYPE_NIL:
		parameters.pop_back()
	return parameters
