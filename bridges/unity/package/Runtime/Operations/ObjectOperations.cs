using System.Linq;
using UnityEngine;

namespace Worldwire
{
    internal static class ObjectOperations
    {
        private const int MaxName = 1000;

        public static void Add(BridgeHost host)
        {
            host.Operations.AddLater("object.list", call => new ObjectList(host, call.Params).Answer(call));
            host.Operations.AddLater("object.get", call => Get(host, call));
            host.Operations.Add("object.create", given => Create(host, given));
            host.Operations.AddLater("object.destroy", call => Destroy(host, call));
            host.Operations.Add("object.activate", given => Activate(host, given));
            host.Operations.Add("object.reparent", given => Reparent(host, given));
        }

        private static void Get(BridgeHost host, Call call)
        {
            var fields = ObjectList.FieldsIn(call.Params);
            var target = host.Ids.Find(call.Params.Text("id"));
            if (!fields.Contains("velocity"))
            {
                call.Answer(ObjectList.WithFields(host, target, fields, null, true));
                return;
            }
            Motion.Measure(host, new[] { target }, motion => ObjectList.Guard(call, () =>
            {
                host.Ids.Find(call.Params.Text("id"));
                call.Answer(ObjectList.WithFields(host, target, fields, motion, true));
            }));
        }

        private static JsonObject Create(BridgeHost host, Params given)
        {
            var name = given.Text("name");
            if (name.Length == 0 || name.Length > MaxName)
                throw Refusal.Invalid("name has " + name.Length + " characters and must have 1 to " + MaxName, "use a short name");
            var parent = given.Has("parent") ? host.Ids.Find(given.Text("parent")) : null;
            var made = new GameObject(name);
            Edits.Current.Created(made);
            try
            {
                if (parent != null) made.transform.SetParent(parent.transform, false);
                if (given.Has("components")) foreach (var each in given.List("components")) AddComponent(host, made, each);
            }
            catch
            {
                Edits.Current.DestroyNow(made);
                throw;
            }
            return ObjectInfo.Of(host, made);
        }

        private static void AddComponent(BridgeHost host, GameObject made, object item)
        {
            var fields = item as JsonObject;
            if (fields == null) throw Refusal.Invalid("a component is " + Params.Shown(item) + " and must be an object", "send {\"type\":\"UnityEngine.BoxCollider\"}");
            var given = new Params(fields);
            var component = ComponentOperations.AddTo(made, ComponentTypes.Find(given.Text("type")));
            var members = given.Has("members") ? given.Get("members") as JsonObject : new JsonObject();
            if (members == null) throw given.Wrong("members", "an object", "{\"size\":{\"x\":1,\"y\":1,\"z\":1}}");
            foreach (var member in members) MemberOperations.Set(host, component, member.Key, member.Value);
        }

        private static void Destroy(BridgeHost host, Call call)
        {
            var dryRun = call.Params.DryRun;
            var target = host.Ids.Find(call.Params.Text("id"));
            var ids = JsonList.Of(SceneTree.WithBelow(target).Select(each => host.Ids.IdOf(each)));
            var result = new JsonObject { { "destroyed", ids } };
            if (dryRun)
            {
                call.Answer(result);
                return;
            }
            if (!Application.isPlaying)
            {
                Edits.Current.DestroyNow(target);
                host.Ids.Sweep(host, true);
                call.Answer(result);
                return;
            }
            Object.Destroy(target);
            host.EndQueue();
            // The object is gone after the frame.
            host.EachFrame(() =>
            {
                if (target != null) return false;
                host.Ids.Sweep(host, true);
                call.Answer(result);
                return true;
            });
        }

        private static JsonObject Activate(BridgeHost host, Params given)
        {
            var dryRun = given.DryRun;
            var target = host.Ids.Find(given.Text("id"));
            var active = given.OptionalFlag("active");
            if (active == null) throw given.Wrong("active", "true or false", "true");
            var before = target.activeSelf;
            if (!dryRun)
            {
                Edits.Current.Changing(target);
                target.SetActive(active.Value);
                Edits.Current.Changed(target);
            }
            return new JsonObject { { "before", before }, { "after", dryRun ? active.Value : target.activeSelf } };
        }

        private static JsonObject Reparent(BridgeHost host, Params given)
        {
            var dryRun = given.DryRun;
            var target = host.Ids.Find(given.Text("id")).transform;
            if (!given.Has("parent")) throw given.Wrong("parent", "the id of an object or null", "null");
            var parent = given.Get("parent") == null ? null : host.Ids.Find(given.Text("parent")).transform;
            var name = given.OptionalText("name") ?? target.name;
            var index = given.Has("index") ? given.Whole("index", 0, int.MaxValue) : (int?)null;
            if (parent != null && parent.IsChildOf(target))
                throw Refusal.Invalid("an object cannot be below itself or its own children", "choose a parent that is not below " + ObjectInfo.PathOf(target.gameObject));
            var before = target.parent;
            var placeBefore = Place(target.name, target.GetSiblingIndex());
            var siblings = parent == null ? target.gameObject.scene.rootCount : parent.childCount;
            var last = before == parent ? siblings - 1 : siblings;
            var placeAfter = Place(name, System.Math.Min(index ?? last, last));
            if (!dryRun)
            {
                Edits.Current.SetParent(target, parent);
                Edits.Current.Changing(target.gameObject);
                target.name = name;
                target.SetSiblingIndex((int)placeAfter["index"]);
                Edits.Current.Changed(target.gameObject);
                placeAfter = Place(target.name, target.GetSiblingIndex());
            }
            return new JsonObject
            {
                { "before", before == null ? null : host.Ids.IdOf(before.gameObject) },
                { "after", parent == null ? null : host.Ids.IdOf(parent.gameObject) },
                { "place", new JsonObject { { "before", placeBefore }, { "after", placeAfter } } },
            };
        }

        private static JsonObject Place(string name, int index)
        {
            return new JsonObject { { "name", name }, { "index", index } };
        }
    }
}
