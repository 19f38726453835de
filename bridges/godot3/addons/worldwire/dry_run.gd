extends Reference

# The parameter of writes that are validated and not done.

const WorldwireRefusal = preload("refusal.gd")


# Null, or a refusal.
static func fault_of(params: Dictionary):
	if params.get("dryRun", false) is bool:
		return null
	return WorldwireRefusal.new("invalid", "dryRun is %s" % [params.dryRun], "send true or false, or leave it out")


static func is_wanted(params: Dictionary) -> bool:
	return params.get("dryRun", false)
