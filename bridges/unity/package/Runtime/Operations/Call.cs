using System;
using System.Reflection;

namespace Worldwire
{
    /// <summary>One request of the server. It is answered once, on the main thread; later answers are ignored.</summary>
    internal sealed class Call
    {
        private readonly Action<Call, string> settle;
        private bool settled;

        public readonly object Id;
        public readonly string Method;
        public readonly Params Params;
        /// <summary>The connection that it came from.</summary>
        public readonly int Connection;

        /// <summary>`settle` gets the part of the answer after its id.</summary>
        public Call(object id, string method, JsonObject fields, int connection, Action<Call, string> settle)
        {
            Id = id;
            Method = method;
            Params = new Params(fields);
            Connection = connection;
            this.settle = settle;
        }

        public bool Settled
        {
            get { return settled; }
        }

        public void Answer(object result)
        {
            if (settled) return;
            string body;
            try
            {
                body = "\"result\":" + JsonWriter.Write(result) + "}";
            }
            catch (Exception thrown)
            {
                Refuse(thrown);
                return;
            }
            if (body.Length > FrameStream.MaxSent / 3 && System.Text.Encoding.UTF8.GetByteCount(body) > FrameStream.MaxSent - 1024)
            {
                Refuse(Refusal.Failed(
                    Method + " was done, but its answer has more than " + FrameStream.MaxSent + " bytes",
                    "do not send it again; read a smaller part of the value"));
                return;
            }
            Settle(body);
        }

        public void Refuse(Exception thrown)
        {
            if (settled) return;
            var refusal = thrown as Refusal;
            if (refusal == null)
            {
                // Code of the game threw. The log has the place, and the server gets it before the answer.
                while (thrown is TargetInvocationException && thrown.InnerException != null) thrown = thrown.InnerException;
                refusal = thrown as Refusal;
                if (refusal == null) UnityEngine.Debug.LogException(thrown);
                refusal = refusal ?? Refusal.Failed(
                    Method + " threw " + thrown.GetType().FullName + ": " + thrown.Message,
                    "read the errors of the engine for the place in the code");
            }
            var data = new JsonObject { { "kind", refusal.Kind } }.With("hint", refusal.Hint);
            var code = refusal.Kind == "unsupported" ? -32601 : -32000;
            Settle("\"error\":" + JsonWriter.Write(new JsonObject { { "code", code }, { "message", refusal.Message }, { "data", data } }) + "}");
        }

        private void Settle(string body)
        {
            settled = true;
            settle(this, body);
        }
    }
}
