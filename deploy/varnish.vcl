vcl 4.1;
# Varnish 7 between the proxy that ends TLS and Botola. It keeps what the replies allow (`s-maxage`, `stale-while-revalidate`, `stale-if-error`).
# Botola has the addresses of Varnish and of that proxy in TRUST_PROXY; Varnish itself appends the address of its client to X-Forwarded-For.
import std;

backend botola {
  .host = "127.0.0.1";
  .port = "3000";
  # a large upload or download takes minutes
  .first_byte_timeout = 300s;
  .between_bytes_timeout = 300s;
  .probe = { .url = "/readyz"; .interval = 2s; .timeout = 2s; .window = 4; .threshold = 2; }
}

sub vcl_recv {
  # Botola decodes the path: an encoded letter or digit is another spelling that the rules below would miss
  if (req.url ~ "(?i)^[^?]*%(3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])") {
    return (synth(404));
  }
  # for the machines of the operator only
  if (req.url ~ "(?i)^/(metrics|healthz|readyz)/*(\?|$)") {
    return (synth(404));
  }
  # event streams: one connection for each visitor
  if (req.url ~ "(?i)^/api/v1/events/(scores/[^/?]+/(live|reveal)|[^/?]+/overview-changes)/*(\?|$)") {
    return (pipe);
  }
  # a reply to a token belongs to its caller; files of the simulator are large, and only Botola sends parts of them and counts them
  if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.url ~ "(?i)^/downloads/") {
    return (pass);
  }
  # of all cookies only the language changes a public reply
  if (req.http.Cookie ~ "(?i)(^|;\s*)lang=ar(;|$)") {
    set req.http.Cookie = "lang=ar";
  } else {
    unset req.http.Cookie;
  }
  # parameters of advertisements are not part of a page
  if (req.url ~ "[?&](utm_[a-z]+|fbclid|gclid)=") {
    set req.url = regsuball(req.url, "(utm_[a-z]+|fbclid|gclid)=[^&]*&?", "");
    set req.url = regsub(req.url, "[?&]$", "");
  }
  # stale replies of a day are for an outage; otherwise 30 seconds
  if (std.healthy(req.backend_hint)) {
    set req.grace = 30s;
  }
  return (hash);
}

sub vcl_backend_response {
  # an error does not replace a stale reply
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # nothing without a permission is kept, although HTTP would allow it
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
    return (deliver);
  }
  if (beresp.http.Cache-Control ~ "stale-if-error=86400") {
    set beresp.grace = 1d;
  }
}
