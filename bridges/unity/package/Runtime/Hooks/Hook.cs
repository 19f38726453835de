using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Threading;
using UnityEngine;

namespace Worldwire
{
    /// <summary>A hooked method, with its last calls. Any thread may call the method.</summary>
    internal sealed class Hook
    {
        private const int MaxKept = 256;
        private const int MaxText = 200;
        private static readonly int mainThread = Thread.CurrentThread.ManagedThreadId;
        private readonly Queue<JsonObject> kept = new Queue<JsonObject>();
        private readonly BridgeHost host;
        public readonly MethodInfo Method;
        public readonly string Signature;
        public volatile bool Enabled = true;
        private long total;

        public Hook(BridgeHost host, MethodInfo method)
        {
            this.host = host;
            Method = method;
            Signature = Methods.SignatureOf(method);
        }

        public JsonObject Info
        {
            get { return new JsonObject { { "signature", Signature }, { "enabled", Enabled }, { "calls", Interlocked.Read(ref total) } }; }
        }

        public void Record(object instance, object[] args)
        {
            if (!Enabled) return;
            var number = Interlocked.Increment(ref total);
            var texts = new JsonList();
            foreach (var each in args ?? new object[0])
            {
                var text = Thread.CurrentThread.ManagedThreadId == mainThread ? Values.TextOf(each) : Convert.ToString(each, CultureInfo.InvariantCulture);
                texts.Add(text.Length > MaxText ? text.Substring(0, MaxText) : text);
            }
            var call = new JsonObject { { "number", number }, { "at", DateTime.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) } };
            AddScene(call, instance);
            call["args"] = texts;
            lock (kept)
            {
                kept.Enqueue(call);
                if (kept.Count > MaxKept) kept.Dequeue();
            }
        }

        public JsonObject Calls(long? since, int limit)
        {
            lock (kept)
            {
                var all = new List<JsonObject>(kept);
                var from = since ?? Math.Max(0, total - limit);
                var first = all.Count == 0 ? total + 1 : (long)all[0]["number"];
                var items = new JsonList();
                var next = Math.Max(from, 0);
                foreach (var each in all)
                {
                    if ((long)each["number"] <= from || items.Count >= limit) continue;
                    items.Add(each);
                    next = (long)each["number"];
                }
                var dropped = since.HasValue ? Math.Max(0, Math.Min(first - 1, total) - from) : 0;
                return new JsonObject
                {
                    { "signature", Signature }, { "enabled", Enabled }, { "total", total }, { "items", items }, { "dropped", dropped },
                    { "next", Math.Min(Math.Max(next, items.Count == 0 ? from : next), Math.Max(total, from)) },
                };
            }
        }

        private void AddScene(JsonObject call, object instance)
        {
            if (Thread.CurrentThread.ManagedThreadId != mainThread)
            {
                // Unity's objects cannot be read from another thread.
                call["time"] = 0.0;
                call["frame"] = 0;
                return;
            }
            call["time"] = Time.time;
            call["frame"] = Time.frameCount;
            var component = instance as Component;
            if (component == null) return;
            call["object"] = host.Ids.IdOf(component.gameObject);
            call["path"] = ObjectInfo.PathOf(component.gameObject);
        }
    }
}
