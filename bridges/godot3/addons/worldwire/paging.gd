extends Reference

const WorldwireRefusal = preload("refusal.gd")
const DEFAULT_LIMIT := 50


# Limit and offset of the parameters, or a refusal.
static func bounds(params: Dictionary):
	var found := {"limit": DEFAULT_LIMIT, "offset": 0}
	for name in found:
		var value = params.get(name, found[name])
		if not (value is float or value is int) or value < 0 or value != floor(value) or value > 1e15:
			return WorldwireRefusal.new("invalid", "%s is %s and must be a whole number" % [name, value], "send 0 or more")
		found[name] = int(value)
	return found


static func page_of(items: Array, params: Dictionary):
	var page = bounds(params)
	if page is WorldwireRefusal:
		return page
	var last: int = int(min(items.size(), page.offset + page.limit)) - 1
	return {"total": items.size(), "items": items.slice(page.offset, last) if page.offset <= last else []}
