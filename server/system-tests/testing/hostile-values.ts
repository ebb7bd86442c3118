const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] })

/** JSON values for any field of a request. Many are invalid, and some are valid. */
export const HOSTILE_VALUES = [
  ...[null, true, '', ' ', '\u0000', 'a\u0000b', '\ud800', 'a\udc00b', '💥', '\u202e', '\r\n'],
  ...["'; drop table golfers; --", '%', '_', '\\', '{{7*7}}', '<script>alert(1)</script>'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', 'true', '-0'],
  ...['x'.repeat(5_000), 'é'.repeat(200), 'x'.repeat(60_000)],
  ...[0, -1, 1, 1.5, 1e21, 2_147_483_647, 2_147_483_648, Number.MAX_VALUE],
  ...[[], [[]], {}, { a: 1 }, { toString: 1 }, [null], nested(40)],
  ...['2026-06-06', '08:12', '99:99', '0000-00-00', '9999-12-31', '2026-06-06T00:00:00+99:99'],
  ...['275760-09-13T00:00:00.001Z', 'a@b.example', 'Asia/Kathmandu', 'Etc/GMT+25', '403-555-0199'],
]

/** Path segments and query values, to be put into a URL as they are. */
export const HOSTILE_SEGMENTS = [
  ...['3', '0', '-1', '1.5', '1e3', '0x10', '99999999999', '2147483648', 'null', 'a%20b', '%C3%A9'],
  ...['%00', 'a%00b', '%ED%A0%80', '%', '%zz', '%2e%2e%2f', '..', '3%27%20or%20%273', 'x%0d%0ay'],
  ...['x'.repeat(300), 'x'.repeat(3_000), '%F0%9F%92%A5', '%25', '%5C', '_', '%2F', '%3F', '%23'],
]

/** Hostile headers, one set for each request. */
export const HOSTILE_HEADERS = [
  { 'user-agent': 'x'.repeat(4_000) },
  { 'user-agent': 'Mozilla/5.0 (\u00e9\u00ff) <b>' },
  { 'x-forwarded-for': "'; drop table golfers; --" },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'x'.repeat(300)}` },
  { authorization: 'Bearer no-such-session-at-all' },
]
