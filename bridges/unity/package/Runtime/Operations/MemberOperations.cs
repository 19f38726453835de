using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    internal static class MemberOperations
    {
        public static void Add(BridgeHost host)
        {
            host.Operations.Add("member.list", given => List(host, given));
            host.Operations.Add("member.read", given => Read(host, given));
            host.Operations.Add("member.write", given => Write(host, given));
            host.Operations.Add("method.call", given => Call(host, given));
        }

        private static UnityEngine.Object Target(BridgeHost host, Params given)
        {
            return ComponentTypes.Require(host.Ids.Find(given.Text("object")), given.Text("type"));
        }

        private static JsonObject List(BridgeHost host, Params given)
        {
            given.CheckPaging();
            var methods = given.Flag("methods", false);
            var type = Target(host, given).GetType();
            var all = Members.Of(type).Select(each => (Func<JsonObject>)each.Info).ToList();
            if (methods) all.AddRange(Methods.Of(type, false).Select(each => (Func<JsonObject>)(() => Methods.Info(each))));
            return given.Page(all, each => each());
        }

        private static JsonObject Read(BridgeHost host, Params given)
        {
            return ReadMember(host, Target(host, given), given.Text("name"));
        }

        public static JsonObject ReadMember(BridgeHost host, object target, string name)
        {
            var slot = Members.Find(target.GetType(), name);
            if (!slot.CanRead) throw Refusal.Invalid(name + " can only be written", "use another member");
            return host.Values.Show(slot.Read(target), slot.Type);
        }

        private static JsonObject Write(BridgeHost host, Params given)
        {
            var dryRun = given.DryRun;
            var target = Target(host, given);
            var slot = Writable(target, given.Text("name"));
            if (!given.Has("value")) throw given.Wrong("value", "a value", ValueParser.Example(slot.Type));
            var value = host.Parser.Parse(given.Get("value"), slot.Type, target.GetType().FullName + "." + slot.Name);
            var before = slot.CanRead ? host.Values.Show(slot.Read(target), slot.Type) : host.Values.Show(null, slot.Type);
            if (!dryRun)
            {
                Edits.Current.Changing(target);
                slot.Write(target, value);
                Edits.Current.Changed(target);
            }
            var after = dryRun || !slot.CanRead ? value : slot.Read(target);
            return new JsonObject { { "before", before }, { "after", host.Values.Show(after, slot.Type) } };
        }

        /// <summary>Sets a member of a new component.</summary>
        public static void Set(BridgeHost host, object target, string name, object json)
        {
            var slot = Writable(target, name);
            slot.Write(target, host.Parser.Parse(json, slot.Type, target.GetType().FullName + "." + name));
        }

        private static MemberSlot Writable(object target, string name)
        {
            var slot = Members.Find(target.GetType(), name);
            if (slot.CanWrite) return slot;
            var writable = Members.Of(target.GetType()).Where(each => each.CanWrite).Select(each => each.Name);
            throw Refusal.Invalid(
                target.GetType().FullName + "." + name + " can only be read",
                "members that can be written: " + string.Join(", ", new List<string>(writable).Take(10).ToArray()));
        }

        private static JsonObject Call(BridgeHost host, Params given)
        {
            var target = Target(host, given);
            Type returned;
            Edits.Current.Changing(target);
            var result = Methods.Call(host.Parser, target, target.GetType(), given.Text("name"), given.Get("args"), out returned);
            Edits.Current.Changed(target);
            Begin(target as MonoBehaviour, result as IEnumerator);
            return host.Values.Show(result, returned);
        }

        /// <summary>A method that returns an IEnumerator does nothing before its coroutine is started.</summary>
        private static void Begin(MonoBehaviour script, IEnumerator routine)
        {
            if (script == null || routine == null || !Application.isPlaying) return;
            if (!script.isActiveAndEnabled)
                throw Refusal.Invalid(ObjectInfo.PathOf(script.gameObject) + " is not active, and starts no coroutine", "activate it first");
            script.StartCoroutine(routine);
        }
    }
}
