using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Finds objects by filters, and adds the fields that were asked for.</summary>
    internal sealed class ObjectList
    {
        private static readonly string[] Fields = { "position", "velocity", "bounds", "visibility", "descendants" };
        private readonly BridgeHost host;
        private readonly Params given;
        private readonly string name;
        private readonly string path;
        private readonly string query;
        private readonly Type type;
        private readonly bool? active;
        private readonly bool? visible;
        private readonly bool? moving;
        private readonly ICollection<string> fields;
        private readonly Vector3? center;
        private readonly float radius;

        public ObjectList(BridgeHost host, Params given)
        {
            this.host = host;
            this.given = given;
            given.CheckPaging();
            name = given.OptionalText("name");
            path = given.OptionalText("path");
            query = given.OptionalText("query");
            active = given.Flag("activeOnly", false) ? true : given.OptionalFlag("active");
            visible = given.OptionalFlag("visible");
            moving = given.OptionalFlag("moving");
            fields = FieldsIn(given);
            if (given.Has("near"))
            {
                var near = given.Get("near") as JsonObject;
                var reach = near == null ? null : Params.NumberIn(near.Get("radius"));
                if (reach == null || reach.Value < 0) throw given.Wrong("near", "a sphere", "{\"x\":0,\"y\":0,\"z\":0,\"radius\":5}");
                center = given.OptionalVector("near");
                radius = (float)reach.Value;
            }
            var typeName = given.OptionalText("type");
            if (typeName != null) type = ComponentTypes.Find(typeName);
        }

        public static ICollection<string> FieldsIn(Params given)
        {
            var fields = given.Texts("fields");
            foreach (var field in fields)
                if (!Fields.Contains(field)) throw Refusal.Invalid("there is no field \"" + field + "\"", "fields are " + string.Join(", ", Fields));
            return fields;
        }

        public void Answer(Call call)
        {
            var found = Candidates().Where(Matches).ToList();
            if (moving == null && !fields.Contains("velocity"))
            {
                call.Answer(Page(found, null));
                return;
            }
            Motion.Measure(host, found, motion => Guard(call, () =>
            {
                var left = found.Where(each => each != null && (moving == null || motion.Moves(each) == moving)).ToList();
                call.Answer(Page(left, motion));
            }));
        }

        internal static void Guard(Call call, Action work)
        {
            try
            {
                work();
            }
            catch (Exception thrown)
            {
                call.Refuse(thrown);
            }
        }

        private IEnumerable<GameObject> Candidates()
        {
            var scene = given.OptionalText("scene");
            if (given.Has("parent"))
            {
                var parent = host.Ids.Find(given.Text("parent")).transform;
                return Enumerable.Range(0, parent.childCount).Select(at => parent.GetChild(at).gameObject);
            }
            return scene == null ? SceneTree.All() : host.Scenes.Roots(scene).SelectMany(SceneTree.WithBelow);
        }

        private bool Matches(GameObject each)
        {
            if (active != null && each.activeInHierarchy != active) return false;
            if (name != null && !Has(each.name, name)) return false;
            if (path != null && !Has(ObjectInfo.PathOf(each), path)) return false;
            if (type != null && each.GetComponent(type) == null) return false;
            if (center != null && Vector3.Distance(each.transform.position, center.Value) > radius) return false;
            if (query != null && !Has(ObjectInfo.PathOf(each), query) && !Components.Of(each).Any(one => Has(one.GetType().FullName, query))) return false;
            return visible == null || Visibility.IsVisible(each) == visible;
        }

        private static bool Has(string text, string part)
        {
            return text.IndexOf(part, StringComparison.OrdinalIgnoreCase) >= 0;
        }

        private JsonObject Page(List<GameObject> found, Motion motion)
        {
            if (center != null) found = found.OrderBy(each => Vector3.Distance(each.transform.position, center.Value)).ToList();
            return given.Page(found, each => WithFields(host, each, fields, motion, false));
        }

        public static JsonObject WithFields(BridgeHost host, GameObject target, ICollection<string> fields, Motion motion, bool single)
        {
            var info = ObjectInfo.Of(host, target);
            if (fields.Contains("position")) info["position"] = ObjectInfo.Vector(target.transform.position);
            if (fields.Contains("velocity") && motion != null) motion.AddTo(info, target);
            if (fields.Contains("bounds"))
            {
                var box = Boxes.Of(target);
                info["bounds"] = box == null ? null : ObjectInfo.Box(box.Value);
            }
            if (fields.Contains("visibility")) info["visibility"] = Visibility.Of(host, target, single);
            if (fields.Contains("descendants")) info["descendants"] = SceneTree.WithBelow(target).Count() - 1;
            return info;
        }
    }
}
