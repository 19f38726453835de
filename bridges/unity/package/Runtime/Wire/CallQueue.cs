using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace Worldwire
{
    /// <summary>Requests from the thread that reads to the main thread, which answers them within a part of each frame.</summary>
    internal sealed class CallQueue
    {
        private const int FrameMs = 6;
        private const int MaxWaiting = 10000;
        private const int ParseError = -32700;
        private const int InvalidRequest = -32600;
        private const string Busy = "the engine has more calls than it can keep";

        private readonly OperationTable operations;
        private readonly Action<string, int> send;
        private readonly Queue<Call> calls = new Queue<Call>();
        private readonly KeyOutcomes outcomes = new KeyOutcomes();
        private readonly object gate = new object();
        private bool paused;

        public CallQueue(OperationTable operations, Action<string, int> send)
        {
            this.operations = operations;
            this.send = send;
        }

        /// <summary>Takes a message, on the thread that reads. A ping is answered here, so that a busy main thread does not look like a lost link.</summary>
        public void Receive(int connection, string text)
        {
            JsonObject message;
            try
            {
                if (text == null) throw new JsonException("not UTF-8");
                message = JsonReader.Read(text) as JsonObject;
            }
            catch (JsonException thrown)
            {
                Fault(connection, null, ParseError, thrown.Message);
                return;
            }
            var method = message == null ? null : message.Get("method") as string;
            var id = message == null ? null : message.Get("id");
            if (method == null)
            {
                Fault(connection, id, InvalidRequest, "the message has no method");
                return;
            }
            if (id == null) return;
            if (method == "engine.ping")
            {
                Send(connection, id, "\"result\":{}}");
                return;
            }
            Take(connection, id, method, message);
        }

        /// <summary>Answers calls until the time of this frame is over, at least one.</summary>
        public void Run()
        {
            paused = false;
            if (calls.Count == 0) return;
            var clock = Stopwatch.StartNew();
            do
            {
                Call next;
                lock (gate)
                {
                    if (calls.Count == 0) return;
                    next = calls.Dequeue();
                }
                operations.Run(next);
            }
            while (!paused && clock.ElapsedMilliseconds < FrameMs);
        }

        /// <summary>From any thread.</summary>
        public bool IsEmpty
        {
            get
            {
                lock (gate) return calls.Count == 0;
            }
        }

        public void Pause()
        {
            paused = true;
        }

        private void Take(int connection, object id, string method, JsonObject message)
        {
            var given = message.Get("params");
            var fields = given as JsonObject ?? new JsonObject();
            var meta = fields.Get("_meta") as JsonObject;
            fields.Remove("_meta");
            var key = meta == null ? null : meta.Get("worldwire/operationKey") as string;
            var call = new Call(id, method, fields, connection, (settled, body) => Settle(settled, key, body));
            if (given != null && !(given is JsonObject))
            {
                call = new Call(id, method, fields, connection, (settled, body) => Send(connection, id, body));
                call.Refuse(Refusal.Invalid("params is " + Params.Shown(given) + " and must be an object", "send named parameters"));
                return;
            }
            lock (gate)
            {
                if (calls.Count >= MaxWaiting)
                {
                    Fault(connection, id, InvalidRequest, Busy);
                    return;
                }
                if (key != null)
                {
                    var what = Digest(method, fields);
                    var outcome = outcomes.Find(key);
                    if (outcome == null) outcomes.Begin(key, what);
                    else if (outcome.What != what)
                    {
                        var refused = new Call(id, method, fields, connection, (settled, body) => Send(connection, id, body));
                        refused.Refuse(Refusal.Invalid("the operation key belongs to another call", "use a new key for a new write"));
                        return;
                    }
                    else if (outcome.Body != null)
                    {
                        Send(connection, id, outcome.Body);
                        return;
                    }
                    else
                    {
                        outcome.Waiting.Add(call);
                        return;
                    }
                }
                calls.Enqueue(call);
            }
        }

        private void Settle(Call call, string key, string body)
        {
            Send(call.Connection, call.Id, body);
            if (key == null) return;
            lock (gate)
            {
                var outcome = outcomes.Find(key);
                if (outcome == null || outcome.Body != null) return;
                outcomes.Settle(outcome, body);
                foreach (var each in outcome.Waiting) Send(each.Connection, each.Id, body);
                outcome.Waiting.Clear();
            }
        }

        private static string Digest(string method, JsonObject fields)
        {
            const int MaxKept = 200;
            var text = method + JsonWriter.Write(fields);
            if (text.Length <= MaxKept) return text;
            using (var hash = System.Security.Cryptography.SHA256.Create())
                return Convert.ToBase64String(hash.ComputeHash(System.Text.Encoding.UTF8.GetBytes(text)));
        }

        private void Send(int connection, object id, string body)
        {
            send("{\"jsonrpc\":\"2.0\",\"id\":" + JsonWriter.Write(id) + "," + body, connection);
        }

        private void Fault(int connection, object id, int code, string message)
        {
            var error = new JsonObject { { "code", code }, { "message", message } };
            Send(connection, id, "\"error\":" + JsonWriter.Write(error) + "}");
        }
    }
}
