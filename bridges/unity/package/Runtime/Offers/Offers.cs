using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>The tools, texts and events of the game. The whole list is sent after the greeting and, once in a frame, when it has changed.</summary>
    internal sealed class Offers
    {
        public static readonly Offers Current = new Offers();
        private readonly Dictionary<string, OwnTool> tools = new Dictionary<string, OwnTool>();
        private readonly Dictionary<string, OwnResource> resources = new Dictionary<string, OwnResource>();
        private readonly Dictionary<string, string> events = new Dictionary<string, string>();
        private bool changed;

        public static void Add(BridgeHost host)
        {
            host.Linked += () => Current.Send(host);
            host.Operations.Add("tool.call", given => Current.Call(given));
            host.Operations.Add("resource.read", given => Current.Read(given));
        }

        public void AddTool(OwnTool tool)
        {
            tools[tool.Name] = tool;
            Changed();
        }

        public void RemoveTool(string name)
        {
            if (tools.Remove(name)) Changed();
        }

        public void AddResource(OwnResource resource)
        {
            resources[resource.Name] = resource;
            Changed();
        }

        public void RemoveResource(string name)
        {
            if (resources.Remove(name)) Changed();
        }

        public void AddEvent(string name, string description)
        {
            OwnTool.CheckName(name);
            events[name] = description ?? "";
            Changed();
        }

        public void RemoveEvent(string name)
        {
            if (events.Remove(name)) Changed();
        }

        public void Emit(string name, object data)
        {
            if (!events.ContainsKey(name)) throw new ArgumentException("the event " + name + " was not registered; call RegisterEvent first", "name");
            var host = BridgeHost.Current;
            if (host != null) host.Tell(new JsonObject { { "kind", "own" }, { "name", name } }.With("data", data));
        }

        private JsonObject Call(Params given)
        {
            var name = given.Text("name");
            var args = given.Get("args") as JsonObject;
            OwnTool tool;
            if (args == null) throw given.Wrong("args", "an object", "{}");
            if (!tools.TryGetValue(name, out tool)) throw Refusal.NotFound("the game has no tool " + name, NearNames.Hint(name, tools.Keys));
            return tool.Call(args);
        }

        private JsonObject Read(Params given)
        {
            var name = given.Text("name");
            OwnResource resource;
            if (!resources.TryGetValue(name, out resource)) throw Refusal.NotFound("the game has no resource " + name, NearNames.Hint(name, resources.Keys));
            return new JsonObject { { "text", resource.Read() ?? "" } };
        }

        /// <summary>A game registers many at once, which is one message.</summary>
        private void Changed()
        {
            var host = BridgeHost.Current;
            if (changed || host == null) return;
            changed = true;
            host.EachFrame(() =>
            {
                changed = false;
                if (host.IsLinked) Send(host);
                return true;
            });
        }

        private void Send(BridgeHost host)
        {
            host.Notify("engine.offers", new JsonObject
            {
                { "tools", JsonList.Of(tools.Values.Select(each => each.Info)) },
                { "resources", JsonList.Of(resources.Values.Select(each => each.Info)) },
                { "events", JsonList.Of(events.Select(each => new JsonObject { { "name", each.Key }, { "description", each.Value } })) },
            });
        }
    }
}
