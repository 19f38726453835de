using System;
using System.Collections.Generic;

namespace Worldwire
{
    /// <summary>
    /// What a game offers to clients itself. All members are for the main thread, and can be used before the bridge is linked.
    /// <code>
    /// Worldwire.Bridge.RegisterTool("give_hint", "Says what to do next.",
    ///     "{\"type\":\"object\",\"properties\":{\"about\":{\"enum\":[\"door\",\"coins\"]}},\"required\":[\"about\"]}",
    ///     "read", args => (string)args.Get("about") == "door" ? "Find three coins." : "Look behind the crate.");
    /// Worldwire.Bridge.RegisterEvent("coin_taken", "A coin was taken.");
    /// Worldwire.Bridge.EmitEvent("coin_taken", new Worldwire.JsonObject { { "coins", 2 } });
    /// </code>
    /// </summary>
    public static class Bridge
    {
        /// <summary>
        /// Offers a tool. `schema` is a JSON Schema of an object, `access` is "read", "write" or "danger". `call` gets the arguments, and returns a
        /// text, or a JsonObject, JsonList or number as JSON. It may throw ArgumentException for arguments that are not valid.
        /// </summary>
        public static void RegisterTool(string name, string description, string schema, string access, Func<JsonObject, object> call)
        {
            Offers.Current.AddTool(new OwnTool(name, description, schema, access, call));
        }

        public static void UnregisterTool(string name)
        {
            Offers.Current.RemoveTool(name);
        }

        /// <summary>Offers a text, such as a log.</summary>
        public static void RegisterResource(string name, string description, string mimeType, Func<string> read)
        {
            Offers.Current.AddResource(new OwnResource(name, description, mimeType, read));
        }

        public static void UnregisterResource(string name)
        {
            Offers.Current.RemoveResource(name);
        }

        public static void RegisterEvent(string name, string description)
        {
            Offers.Current.AddEvent(name, description);
        }

        public static void UnregisterEvent(string name)
        {
            Offers.Current.RemoveEvent(name);
        }

        /// <summary>Sends an event that was registered. `data` is null, a text, a number, a bool, a JsonObject or a JsonList.</summary>
        public static void EmitEvent(string name, object data = null)
        {
            Offers.Current.Emit(name, data);
        }
    }
}
