using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Ids of game objects. A number is never used for another object.</summary>
    internal sealed class ObjectIds
    {
        private const string Prefix = "obj:";
        private const int SweptPerFrame = 200;
        private readonly Dictionary<GameObject, long> numbers = new Dictionary<GameObject, long>();
        private readonly Dictionary<long, GameObject> objects = new Dictionary<long, GameObject>();
        private readonly Queue<long> order = new Queue<long>();
        private long given;
        private long firstId;

        /// <summary>The first number of this process, which the server has given; 0 before.</summary>
        public long FirstId
        {
            get { return System.Threading.Interlocked.Read(ref firstId); }
            set { System.Threading.Interlocked.Exchange(ref firstId, value); }
        }

        /// <summary>Numbers that were given out.</summary>
        public long Given
        {
            get { return given; }
        }

        /// <summary>All known objects with their numbers, to keep them over a reload of the domain.</summary>
        public IEnumerable<KeyValuePair<GameObject, long>> Known
        {
            get { return numbers; }
        }

        /// <summary>Gives an object its number of before a reload.</summary>
        public void Restore(GameObject target, long number)
        {
            numbers[target] = number;
            objects[number] = target;
            order.Enqueue(number);
        }

        public void RestoreGiven(long count)
        {
            given = Math.Max(given, count);
        }

        public string IdOf(GameObject target)
        {
            long number;
            if (!numbers.TryGetValue(target, out number))
            {
                number = FirstId + given++;
                Restore(target, number);
            }
            return Prefix + number.ToString(CultureInfo.InvariantCulture);
        }

        /// <summary>The object with an id; null if there is none.</summary>
        public GameObject Peek(string id)
        {
            long number;
            GameObject found;
            if (id == null || !id.StartsWith(Prefix, StringComparison.Ordinal)) return null;
            if (!long.TryParse(id.Substring(Prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out number)) return null;
            return objects.TryGetValue(number, out found) && found != null ? found : null;
        }

        public GameObject Find(string id)
        {
            var found = Peek(id);
            if (found != null) return found;
            throw Refusal.NotFound("there is no " + id, HintFor(id));
        }

        public JsonObject Reference(GameObject target)
        {
            return new JsonObject { { "id", IdOf(target) }, { "path", ObjectInfo.PathOf(target) } };
        }

        /// <summary>Removes destroyed objects. Some in every frame, or all.</summary>
        public void Sweep(BridgeHost host, bool all = false)
        {
            JsonList gone = null;
            for (var left = all ? order.Count : Math.Min(order.Count, SweptPerFrame); left > 0; left--)
            {
                var number = order.Dequeue();
                var target = objects[number];
                if (target != null)
                {
                    order.Enqueue(number);
                    continue;
                }
                objects.Remove(number);
                numbers.Remove(target);
                (gone = gone ?? new JsonList()).Add(Prefix + number.ToString(CultureInfo.InvariantCulture));
            }
            if (gone != null) host.Tell(new JsonObject { { "kind", "destroyed" }, { "ids", gone } });
        }

        /// <summary>A name or a path instead of an id gets the ids of the objects that have it.</summary>
        private string HintFor(string id)
        {
            const int MaxShown = 3;
            var like = new List<string>();
            if (!id.StartsWith(Prefix, StringComparison.Ordinal))
            {
                foreach (var each in SceneTree.All())
                {
                    if (like.Count >= MaxShown) break;
                    if (each.name == id || ObjectInfo.PathOf(each) == id) like.Add(IdOf(each) + " (" + ObjectInfo.PathOf(each) + ")");
                }
            }
            if (like.Count > 0) return "an id is needed: " + string.Join(", ", like.ToArray());
            return "list the objects to get their ids, such as obj:1; an object that was destroyed keeps no id";
        }
    }
}
