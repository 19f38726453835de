using System;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    internal static class ComponentOperations
    {
        public static void Add(BridgeHost host)
        {
            host.Operations.Add("component.list", given => List(host, given));
            host.Operations.Add("component.add", given => AddOne(host, given));
            host.Operations.AddLater("component.remove", call => Remove(host, call));
        }

        private static JsonObject List(BridgeHost host, Params given)
        {
            given.CheckPaging();
            var all = Components.Of(host.Ids.Find(given.Text("object")));
            return given.Page(Enumerable.Range(0, all.Count).ToList(), index => Components.Info(all[index], index));
        }

        private static JsonObject AddOne(BridgeHost host, Params given)
        {
            var dryRun = given.DryRun;
            var target = host.Ids.Find(given.Text("object"));
            var type = ComponentTypes.Find(given.Text("type"));
            if (dryRun)
            {
                Check(target, type);
                return new JsonObject { { "index", Components.Of(target).Count }, { "type", type.FullName }, { "summary", type.Name } };
            }
            var added = AddTo(target, type);
            return Components.Info(added, Components.Of(target).IndexOf(added));
        }

        public static Component AddTo(GameObject target, Type type)
        {
            Check(target, type);
            var added = Edits.Current.AddComponent(target, type);
            if (added != null) return added;
            throw Refusal.Invalid("Unity did not add " + type.FullName + " to " + ObjectInfo.PathOf(target), "read the warnings of the engine for the reason");
        }

        private static void Check(GameObject target, Type type)
        {
            if (type.IsAbstract || typeof(Transform).IsAssignableFrom(type) && !typeof(RectTransform).IsAssignableFrom(type))
                throw Refusal.Invalid(type.FullName + " cannot be added", "add a type that is not abstract; every object has one transform");
            if (type.IsDefined(typeof(DisallowMultipleComponent), true) && target.GetComponent(type) != null)
                throw Refusal.Invalid(ObjectInfo.PathOf(target) + " has a " + type.FullName + ", and may have one only", "change its members");
        }

        private static void Remove(BridgeHost host, Call call)
        {
            var given = call.Params;
            var dryRun = given.DryRun;
            var target = host.Ids.Find(given.Text("object"));
            var component = Wanted(target, given);
            var info = Components.Info(component, Components.Of(target).IndexOf(component));
            if (component is Transform) throw Refusal.Invalid("the transform of an object cannot be removed", "destroy the object");
            var needing = Components.Of(target).FirstOrDefault(each => each != component && Needs(each.GetType(), component, target));
            if (needing != null)
                throw Refusal.Invalid(needing.GetType().FullName + " needs " + component.GetType().FullName, "remove " + needing.GetType().FullName + " first");
            if (dryRun)
            {
                call.Answer(info);
                return;
            }
            if (!Application.isPlaying)
            {
                Edits.Current.DestroyNow(component);
                call.Answer(info);
                return;
            }
            UnityEngine.Object.Destroy(component);
            host.EndQueue();
            host.EachFrame(() =>
            {
                if (component != null) return false;
                call.Answer(info);
                return true;
            });
        }

        private static bool Needs(Type type, Component component, GameObject target)
        {
            foreach (RequireComponent needed in type.GetCustomAttributes(typeof(RequireComponent), true))
                foreach (var each in new[] { needed.m_Type0, needed.m_Type1, needed.m_Type2 })
                    if (each != null && each.IsInstanceOfType(component) && target.GetComponents(each).Length == 1) return true;
            return false;
        }

        private static Component Wanted(GameObject target, Params given)
        {
            var components = Components.Of(target);
            if (given.Has("index"))
            {
                var index = given.Whole("index", 0, int.MaxValue);
                if (index < components.Count) return components[index];
                throw Refusal.NotFound(ObjectInfo.PathOf(target) + " has no component " + index, "it has the indexes 0 to " + (components.Count - 1));
            }
            if (!given.Has("type")) throw Refusal.Invalid("neither type nor index is given", "name the component by type or index; component.list shows both");
            var found = ComponentTypes.Require(target, given.Text("type")) as Component;
            if (found == null) throw Refusal.Invalid("UnityEngine.GameObject is no component", "name a component; component.list shows them");
            return found;
        }
    }
}
