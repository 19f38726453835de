using System;
using UnityEngine;

namespace Worldwire
{
    internal static class EngineOperations
    {
        private const string NoCompiler = "a game has no C# compiler; call methods with method.call, or register a tool with Worldwire.Bridge.RegisterTool";

        public static void Add(BridgeHost host)
        {
            host.Operations.Features.AddRange(new[] { "object.filters", "dryRun", "view.focus", "view.camera" });
            host.Operations.Add("engine.describe", _ => Describe(host));
            foreach (var name in new[] { "code.run", "code.check", "hook.source.get", "hook.source.set" }) host.Operations.AddMissing(name, NoCompiler);
            host.Operations.AddMissing("component.restore", "Unity cannot put a removed component back");
            if (host.Role == "editor") return;
            foreach (var name in new[] { "get", "select", "open", "save", "play", "stop", "undo", "redo" })
                host.Operations.AddMissing("editor." + name, "this is a game and not the editor");
        }

        private static JsonObject Describe(BridgeHost host)
        {
            return new JsonObject
            {
                { "name", "Unity" },
                { "version", Application.unityVersion },
                { "platform", Application.platform.ToString() },
                { "runtime", (Type.GetType("Mono.Runtime") != null ? "Mono " : "IL2CPP or .NET ") + Environment.Version },
                { "operations", JsonList.Of(host.Operations.Names) },
                { "features", JsonList.Of(host.Operations.Features) },
            };
        }
    }
}
