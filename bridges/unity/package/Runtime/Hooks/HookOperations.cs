using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Worldwire
{
    /// <summary>Operations on hooks, if the game has Harmony.</summary>
    internal static class HookOperations
    {
        private static readonly string[] Names = { "hook.methods", "hook.list", "hook.add", "hook.calls", "hook.remove", "hook.enable" };
        private static readonly Dictionary<MethodBase, Hook> hooks = new Dictionary<MethodBase, Hook>();
        private static readonly MethodInfo prefix = typeof(HookOperations).GetMethod("Called", BindingFlags.Static | BindingFlags.NonPublic);

        public static void Add(BridgeHost host)
        {
            if (HarmonyPort.Missing != null)
            {
                foreach (var name in Names) host.Operations.AddMissing(name, HarmonyPort.Missing);
                return;
            }
            host.Operations.Add("hook.methods", given => given.Page(Matching(given), each => new JsonObject { { "name", each.Name }, { "signature", Methods.SignatureOf(each) } }));
            host.Operations.Add("hook.list", given => given.Page(hooks.Values.ToList(), each => each.Info));
            host.Operations.Add("hook.add", given => AddHook(host, given));
            host.Operations.Add("hook.calls", given =>
            {
                var hook = Find(given);
                var since = given.Has("since") ? (long?)given.Whole("since", 0, int.MaxValue) : null;
                return hook.Calls(since, given.Whole("limit", 0, int.MaxValue, 50));
            });
            host.Operations.Add("hook.remove", given =>
            {
                var hook = Find(given);
                HarmonyPort.Unpatch(hook.Method, prefix);
                hooks.Remove(hook.Method);
                return hook.Info;
            });
            host.Operations.Add("hook.enable", given =>
            {
                var hook = Find(given);
                var enabled = given.OptionalFlag("enabled");
                if (enabled == null) throw given.Wrong("enabled", "true or false", "true");
                var before = hook.Enabled;
                hook.Enabled = enabled.Value;
                return new JsonObject { { "before", before }, { "after", hook.Enabled } };
            });
        }

        private static List<MethodInfo> Matching(Params given)
        {
            given.CheckPaging();
            var filter = given.OptionalText("filter");
            var all = Methods.Of(ComponentTypes.Find(given.Text("type")), true);
            return all.Where(each => filter == null || Methods.SignatureOf(each).IndexOf(filter, System.StringComparison.OrdinalIgnoreCase) >= 0).ToList();
        }

        private static JsonObject AddHook(BridgeHost host, Params given)
        {
            var all = Methods.Of(ComponentTypes.Find(given.Text("type")), true);
            var name = given.Text("method");
            var found = all.Where(each => each.Name == name || Methods.SignatureOf(each) == name).ToList();
            if (found.Count == 0) throw Refusal.NotFound("there is no method " + name, NearNames.Hint(name, all.Select(each => each.Name)));
            if (found.Count > 1)
                throw Refusal.Invalid("there are " + found.Count + " methods " + name, "send the signature: " + string.Join(" or ", found.Select(Methods.SignatureOf).ToArray()));
            if (hooks.ContainsKey(found[0])) throw Refusal.Invalid(Methods.SignatureOf(found[0]) + " is hooked already", "read its calls with hook.calls");
            var hook = new Hook(host, found[0]);
            hooks[found[0]] = hook;
            try
            {
                HarmonyPort.Patch(found[0], prefix);
            }
            catch
            {
                hooks.Remove(found[0]);
                throw;
            }
            return hook.Info;
        }

        private static Hook Find(Params given)
        {
            var signature = given.Text("signature");
            var found = hooks.Values.FirstOrDefault(each => each.Signature == signature);
            if (found == null) throw Refusal.NotFound("there is no hook of " + signature, NearNames.Hint(signature, hooks.Values.Select(each => each.Signature)) + " hook.add adds one");
            return found;
        }

        /// <summary>Harmony fills the parameters by their names.</summary>
        private static void Called(MethodBase __originalMethod, object __instance, object[] __args)
        {
            Hook hook;
            if (hooks.TryGetValue(__originalMethod, out hook)) hook.Record(__instance, __args);
        }
    }
}
