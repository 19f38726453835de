using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Threading;

namespace Worldwire
{
    /// <summary>
    /// The connection to the server, on threads of its own. It connects, sends the greeting, and connects again with growing pauses when the
    /// connection is lost.
    /// </summary>
    internal sealed class Link
    {
        private const int ConnectMs = 5000;
        private const int FirstPauseMs = 250;
        private const int MaxPauseMs = 10000;
        /// <summary>The server sends a ping after five quiet seconds.</summary>
        private const int SilenceMs = 30000;
        private const int SendMs = 15000;
        private const int StopMs = 500;
        private const long MaxUnsent = 64 * 1024 * 1024;

        private readonly string host;
        private readonly int port;
        private readonly Func<JsonObject> greeting;
        private readonly Queue<byte[]> unsent = new Queue<byte[]>();
        private readonly object gate = new object();
        private readonly Random random = new Random();
        private Thread reader;
        private TcpClient client;
        private long unsentBytes;
        private int connection;
        private bool open;
        private bool sending;
        private volatile bool stopped;

        /// <summary>All three are called on the thread that reads. Received has the number of the connection.</summary>
        public event Action<long> Opened;
        public event Action<string> Closed;
        public event Action<int, string> Received;

        public Link(string host, int port, Func<JsonObject> greeting)
        {
            this.host = host;
            this.port = port;
            this.greeting = greeting;
        }

        public string Address
        {
            get { return host + ":" + port; }
        }

        public bool IsOpen
        {
            get { lock (gate) return open; }
        }

        public int Connection
        {
            get { lock (gate) return connection; }
        }

        public void Start()
        {
            reader = new Thread(Run) { IsBackground = true, Name = "Worldwire link" };
            reader.Start();
        }

        /// <summary>Sends what is queued, and closes.</summary>
        public void Stop()
        {
            stopped = true;
            lock (gate)
            {
                var end = Environment.TickCount + StopMs;
                while ((unsent.Count > 0 || sending) && open && end - Environment.TickCount > 0) Monitor.Wait(gate, StopMs);
                open = false;
                Monitor.PulseAll(gate);
                if (client != null) client.Close();
            }
        }

        /// <summary>Queues a message. It is dropped if its connection is lost; 0 is the current one.</summary>
        public void Send(string text, int onConnection = 0)
        {
            var bytes = FrameStream.Encode(text);
            lock (gate)
            {
                if (!open || (onConnection != 0 && onConnection != connection)) return;
                unsent.Enqueue(bytes);
                unsentBytes += bytes.Length;
                if (unsentBytes > MaxUnsent) client.Close();
                Monitor.PulseAll(gate);
            }
        }

        private void Run()
        {
            var pauseMs = FirstPauseMs;
            while (!stopped)
            {
                string reason;
                var wasOpen = false;
                try
                {
                    wasOpen = Serve();
                    reason = "the connection was closed";
                }
                catch (Exception thrown)
                {
                    lock (gate) wasOpen = open;
                    reason = ReasonOf(thrown);
                }
                Abandon();
                if (stopped) return;
                Tell(() => { if (Closed != null) Closed(reason); });
                if (wasOpen) pauseMs = FirstPauseMs;
                // A random part, so that many engines do not connect at the same moment.
                Thread.Sleep((int)(pauseMs * (0.5 + random.NextDouble() / 2)));
                pauseMs = Math.Min(pauseMs * 2, MaxPauseMs);
            }
        }

        private bool Serve()
        {
            var tcp = new TcpClient();
            lock (gate) client = tcp;
            var connecting = tcp.BeginConnect(host, port, null, null);
            if (!connecting.AsyncWaitHandle.WaitOne(ConnectMs)) throw new IOException("no answer to the connection attempt");
            tcp.EndConnect(connecting);
            tcp.NoDelay = true;
            tcp.SendTimeout = SendMs;
            tcp.ReceiveTimeout = ConnectMs;
            var stream = tcp.GetStream();
            var hello = new JsonObject { { "jsonrpc", "2.0" }, { "id", 1 }, { "method", "session.authenticate" }, { "params", greeting() } };
            var bytes = FrameStream.Encode(JsonWriter.Write(hello));
            stream.Write(bytes, 0, bytes.Length);
            var firstId = FirstIdIn(FrameStream.Read(stream));
            tcp.ReceiveTimeout = SilenceMs;
            int number;
            lock (gate)
            {
                if (stopped) return false;
                open = true;
                number = ++connection;
            }
            new Thread(() => SendAll(tcp, stream, number)) { IsBackground = true, Name = "Worldwire send" }.Start();
            Tell(() => { if (Opened != null) Opened(firstId); });
            while (!stopped)
            {
                var text = FrameStream.Read(stream);
                Tell(() => { if (Received != null) Received(number, text); });
            }
            return true;
        }

        private static long FirstIdIn(string answer)
        {
            var message = (answer == null ? null : JsonReader.Read(answer)) as JsonObject;
            var result = message == null ? null : message.Get("result") as JsonObject;
            if (result != null) return result.Get("firstId") is long ? (long)result.Get("firstId") : 1;
            var error = message == null ? null : message.Get("error") as JsonObject;
            throw new IOException("the server refused: " + (error == null ? "no answer to the greeting" : error.Get("message")));
        }

        private void SendAll(TcpClient tcp, Stream stream, int number)
        {
            try
            {
                while (true)
                {
                    byte[] next;
                    lock (gate)
                    {
                        sending = false;
                        Monitor.PulseAll(gate);
                        while (unsent.Count == 0 && open && connection == number) Monitor.Wait(gate);
                        if (!open || connection != number) return;
                        next = unsent.Dequeue();
                        unsentBytes -= next.Length;
                        sending = true;
                    }
                    stream.Write(next, 0, next.Length);
                }
            }
            catch (Exception)
            {
                // The reader finds the closed connection and reports it.
                tcp.Close();
            }
        }

        private void Abandon()
        {
            lock (gate)
            {
                open = false;
                sending = false;
                unsent.Clear();
                unsentBytes = 0;
                if (client != null) client.Close();
                Monitor.PulseAll(gate);
            }
        }

        private static string ReasonOf(Exception thrown)
        {
            var socket = thrown as SocketException ?? thrown.InnerException as SocketException;
            if (socket == null) return thrown.Message;
            if (socket.SocketErrorCode == SocketError.ConnectionRefused) return "no server at this address";
            if (socket.SocketErrorCode == SocketError.TimedOut || socket.SocketErrorCode == SocketError.WouldBlock) return "the server sent nothing";
            return socket.Message;
        }

        /// <summary>An exception of a listener must not end the connection.</summary>
        private static void Tell(Action action)
        {
            try
            {
                action();
            }
            catch (Exception thrown)
            {
                UnityEngine.Debug.LogException(thrown);
            }
        }
    }
}
