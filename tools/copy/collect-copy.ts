import { parseSource, type SourceFile } from '../check/structure/source-file.ts'

export interface CopyString {
  readonly line: number
  /** Values are in braces, and bars separate alternatives, as in '{1 spot | {count} spots} left'. */
  readonly text: string
}

/** A node of the syntax tree. Each type of node has its children in different properties. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

/** Elements that are part of a sentence. Any other element ends the sentence. */
const INLINE_ELEMENTS = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'Link',
  'span',
  'strong',
  'TextLink',
  'time',
  'wbr',
])

/** Attributes and properties whose values are for machines. */
const FOR_MACHINES =
  /^(access|autoComplete|class|className|color|d|fill|href|id|inputMode|key|kind|look|method|name|pattern|path|rel|role|size|src|stroke|style|summary|target|tone|to|type|variant|viewBox|.*Class)$/

const FOR_PEOPLE = /^(label|title|placeholder)$/

/** Matches functions whose arguments no person sees. */
const UNSEEN_CALLS =
  /(^|\.)(log|console|debug|info|warn|error|querySelector|closest|matchMedia|meta|register\w*)$/
const UNSEEN_CLASSES = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'RegExp',
  'URL',
  'Counter',
  'Histogram',
  'Gauge',
])

/**
 * Whether people see a string: always ('shown'), probably ('label'), or only if it looks like prose
 * ('unknown').
 */
type Visibility = 'shown' | 'label' | 'unknown'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** Returns the strings in a script that people can see, in order. */
export function collectCopy(path: string, text: string): CopyString[] {
  const source = parseSource(path, text)
  if (source.program === undefined) return []
  const collector = new Collector(source, text)
  collector.visit(source.program as unknown as Node)
  return collector.strings.toSorted((a, b) => a.line - b.line)
}

class Collector {
  readonly strings: CopyString[] = []
  readonly #source: SourceFile
  readonly #text: string

  constructor(source: SourceFile, text: string) {
    this.#source = source
    this.#text = text
  }

  visit(node: Node, visibility: Visibility = 'unknown'): void {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAnnotation':
      case 'TaggedTemplateExpression':
      case 'TSTypeParameterInstantiation':
        return
      case 'JSXElement':
      case 'JSXFragment':
        this.#visitElement(node)
        return
      case 'JSXAttribute':
        this.#visitAttribute(node)
        return
      case 'Property':
        this.#visitProperty(node)
        return
      case 'ArrayExpression':
        for (const child of childrenOf(node)) this.visit(child, 'label')
        return
      case 'ConditionalExpression':
        for (const part of [node['consequent'], node['alternate']])
          if (isNode(part)) this.visit(part, visibility)
        if (isNode(node['test'])) this.visit(node['test'])
        return
      case 'BinaryExpression':
        if (node['operator'] === '+') break
        return
      case 'SwitchCase':
        for (const child of childrenOf(node)) if (child !== node['test']) this.visit(child)
        return
      case 'CallExpression':
      case 'NewExpression':
        if (this.#isUnseen(node)) return
        for (const child of childrenOf(node)) this.visit(child, 'label')
        return
      case 'LogicalExpression':
        for (const child of childrenOf(node))
          this.visit(child, visibility === 'shown' ? visibility : 'label')
        return
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'VariableDeclarator':
        for (const child of childrenOf(node)) this.visit(child, 'label')
        return
      case 'JSXExpressionContainer':
        for (const child of childrenOf(node)) this.visit(child, visibility)
        return
      case 'Literal':
      case 'TemplateLiteral':
        if (!('regex' in node)) this.#add(node, this.#render(node), visibility)
        return
    }
    for (const child of childrenOf(node)) this.visit(child)
  }

  #visitElement(node: Node): void {
    if (isNode(node['openingElement']))
      for (const child of childrenOf(node['openingElement'])) this.visit(child)
    const sentence = this.sentenceOf(node)
    if (sentence !== undefined) this.#add(node, sentence, 'shown')
    else for (const child of jsxChildren(node)) this.visit(child, 'shown')
  }

  /**
   * Returns the text of an element that directly contains words; undefined for any other element.
   */
  sentenceOf(node: Node): string | undefined {
    const children = jsxChildren(node)
    const hasWords = children.some(
      (child) => child.type === 'JSXText' && /\p{L}/u.test(textOf(child)),
    )
    if (!hasWords) return undefined
    const parts = children.map((child) => {
      if (child.type === 'JSXText') return textOf(child).replace(/\s*\n\s*/g, ' ')
      if (child.type === 'JSXExpressionContainer' && isNode(child['expression']))
        return this.#render(child['expression'])
      if (child.type !== 'JSXElement' || !INLINE_ELEMENTS.has(this.#tagOf(child))) {
        this.visit(child)
        return ' '
      }
      if (isNode(child['openingElement']))
        for (const attribute of childrenOf(child['openingElement'])) this.visit(attribute)
      return (
        this.sentenceOf(child) ??
        jsxChildren(child)
          .map((inner) => this.#render(inner))
          .join('')
      )
    })
    return parts.join('')
  }

  #visitProperty(node: Node): void {
    const { key, value } = node
    if (!isNode(key) || !isNode(value)) return
    const name = this.#nameOf(key)
    // Most properties called `name` are keys, but a table column's `name` is the column's header.
    const isHeader = name === 'name' && /^\p{Lu}/u.test(String(value['value'] ?? ''))
    if (isHeader || FOR_PEOPLE.test(name)) this.visit(value, 'shown')
    else if (!FOR_MACHINES.test(name)) this.visit(value, 'label')
  }

  #visitAttribute(node: Node): void {
    const name = isNode(node['name']) ? this.#nameOf(node['name']) : ''
    if (FOR_MACHINES.test(name) || /^(data-|on[A-Z])/.test(name)) {
      // An event handler can contain a message, such as a toast.
      if (/^on[A-Z]/.test(name) && isNode(node['value'])) this.visit(node['value'])
      return
    }
    if (isNode(node['value'])) this.visit(node['value'], FOR_PEOPLE.test(name) ? 'shown' : 'label')
  }

  /** Returns an expression as docs/copy.md shows it: values in braces, alternatives separated by bars. */
  #render(node: Node): string {
    if (node.type === 'Literal')
      return typeof node['value'] === 'string' ? node['value'] : String(node['value'])
    if (node.type === 'JSXText') return textOf(node).replace(/\s*\n\s*/g, ' ')
    if (node.type === 'JSXExpressionContainer' && isNode(node['expression']))
      return this.#render(node['expression'])
    if (node.type === 'JSXEmptyExpression') return ''
    if (node.type === 'TemplateLiteral') {
      const expressions = nodesIn(node['expressions'])
      return nodesIn(node['quasis'])
        .map((quasi, index) => {
          const value = quasi['value'] as { cooked?: string | null }
          const expression = expressions[index]
          return (value.cooked ?? '') + (expression === undefined ? '' : this.#render(expression))
        })
        .join('')
    }
    if (
      node.type === 'ConditionalExpression' &&
      isNode(node['consequent']) &&
      isNode(node['alternate'])
    )
      return `{${this.#renderWithoutBraces(node['consequent'])} | ${this.#renderWithoutBraces(node['alternate'])}}`
    if (node.type === 'LogicalExpression' && isNode(node['right']))
      return `{${this.#renderWithoutBraces(node['right'])}}`
    if (node.type === 'JSXElement') return this.sentenceOf(node) ?? ''
    // The arguments can contain strings that people see, such as the plural of a noun.
    if (node.type === 'CallExpression' && !this.#isUnseen(node))
      for (const argument of nodesIn(node['arguments'])) this.visit(argument, 'label')
    return `{${this.#nameOf(node)}}`
  }

  #renderWithoutBraces(node: Node): string {
    const text = this.#render(node)
    return /^\{[^{}]*\}$/.test(text) ? text.slice(1, -1) : text
  }

  /**
   * Returns a short name for an expression: the name of its value or of the function that it calls. For a
   * call of `capitalized`, returns the name of the argument.
   */
  #nameOf(node: Node): string {
    const [first] = nodesIn(node['arguments'])
    if (isNode(node['callee']) && node['callee']['name'] === 'capitalized' && isNode(first))
      return this.#nameOf(first)
    for (const inner of [node['property'], node['callee'], node['expression'], node['argument']])
      if (isNode(inner)) return this.#nameOf(inner)
    if (typeof node['name'] === 'string') return node['name']
    if (typeof node['value'] === 'string') return node['value']
    return '…'
  }

  #tagOf(element: Node): string {
    const opening = element['openingElement']
    return isNode(opening) && isNode(opening['name']) ? this.#nameOf(opening['name']) : ''
  }

  #isUnseen(node: Node): boolean {
    const callee = node['callee']
    if (!isNode(callee)) return false
    const calleeText = this.#text.slice(callee.start, callee['end'] as number)
    return node.type === 'NewExpression'
      ? UNSEEN_CLASSES.has(calleeText)
      : UNSEEN_CALLS.test(calleeText) || /\b(log|console)\./.test(calleeText)
  }

  #add(node: Node, raw: string, visibility: Visibility): void {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (!isProse(text, visibility)) return
    this.strings.push({ line: this.#source.lineAt(node.start), text })
  }
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function jsxChildren(node: Node): Node[] {
  return nodesIn(node['children'])
}

function textOf(node: Node): string {
  return typeof node['value'] === 'string' ? node['value'] : ''
}

/** Guesses whether a string is meant for people, and is not a key, path, class or code. */
function isProse(text: string, visibility: Visibility): boolean {
  // Ignore braces that contain the name of a value. Keep braces that contain words.
  const words = text
    .replace(/\{[^{}]*\}/g, (part) => (/\p{L} \p{L}/u.test(part) ? part : ''))
    .trim()
  if (!/\p{L}{2}/u.test(words)) return false
  if (visibility === 'shown') return true
  if (/^[\w.-]+$/.test(words) && !/^\p{Lu}\p{Ll}+[.…!?]*$/u.test(words)) return false
  if (/^(https?:|\/(\/|\S*$)|\.\/|@|#[\w-]+$)/.test(words) || /^[A-Z_]+$/.test(words)) return false
  if (/[<>=]|;(?! |$)|--|\[[\w.-]+\]|\p{L}:\w|^\.\S|\$\{/u.test(words) && !/[.!?]$/.test(words))
    return false
  if (!/\s/.test(words))
    return visibility === 'label' && /^(\p{Lu}\p{Ll}+[.…!?:]*|\(\p{L}+\))$/u.test(words)
  if (/^\p{Lu}/u.test(words)) return true
  // In class lists and similar strings, most words have hyphens or digits.
  const tokens = words.split(/\s+/)
  const codeLikeTokens = tokens.filter((token) =>
    /^[a-z]+(-[\w.[\]/]+)+$|^[a-z]+:\S|\d[a-z]{3,}/.test(token),
  )
  return codeLikeTokens.length * 2 < tokens.length
}
