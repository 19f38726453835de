extends Reference

# The command line (--worldwire-port=6400) goes before the environment (WORLDWIRE_PORT), and that before the project
# settings (worldwire/port): a token need not stand in a file that is shared.

const DEFAULTS := {
	"host": "127.0.0.1",
	"port": 6400,
	"token": "",
	# auto: without a display the loop turns fast while there are calls and slowly otherwise, with one it is left alone.
	# low: the same with a display, which is then drawn only when something changes. untouched: never touched.
	"loop": "auto",
	# Paths of the scenes that can be loaded; all scenes of the project where it is empty.
	"scenes": [],
	# Whoever reaches the server can run code in this process, so a release build stays silent unless it is told.
	"in_release": false,
}


static func of(name: String):
	var flag := "--worldwire-%s=" % name.replace("_", "-")
	for argument in OS.get_cmdline_args():
		if argument.begins_with(flag):
			return argument.substr(flag.length())
	var variable := "WORLDWIRE_" + name.to_upper()
	if OS.has_environment(variable):
		return OS.get_environment(variable)
	var key := "worldwire/" + name
	return ProjectSettings.get_setting(key) if ProjectSettings.has_setting(key) else DEFAULTS[name]


static func switch(name: String) -> bool:
	return str(of(name)).to_lower() in ["true", "1", "yes"]
