import { parseSync } from 'vite'
import type { SourceFile } from './architecture.ts'

type Node = { type: string; [name: string]: unknown }

const loops = new Set(['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement'])
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/**
 * Places where a file may send requests in a number that depends on data: loops that wait, `Promise.all` of a mapped list,
 * and `useQueries`.
 */
export function loopsWithCalls({ path, text }: SourceFile): number {
  let count = 0
  const visit = (node: Node, around: { isWaiting: boolean } | undefined) => {
    let loop = functions.has(node.type) ? undefined : around
    if (node.type === 'AwaitExpression' && loop) loop.isWaiting = true
    const own = loops.has(node.type) ? { isWaiting: node.await === true } : undefined
    loop = own ?? loop
    for (const child of childrenOf(node)) visit(child, loop)
    if (own?.isWaiting) count += 1
    if (isMappedAll(node) || isNamed(node, 'useQueries')) count += 1
  }
  visit(parseSync(path, text).program as unknown as Node, undefined)
  return count
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNamed = ({ type, callee }: Node, name: string) =>
  type === 'CallExpression' && isNode(callee) && callee.name === name

const calledMethod = ({ type, callee }: Node): unknown =>
  type === 'CallExpression' && isNode(callee) && isNode(callee.property) ? callee.property.name : undefined

/** `Promise.all(rows.map(…))`, also `allSettled` and `Array.from`. */
function isMappedAll(node: Node): boolean {
  if (!['all', 'allSettled'].includes(String(calledMethod(node)))) return false
  const [list] = node.arguments as unknown[]
  return isNode(list) && ['map', 'flatMap', 'from'].includes(String(calledMethod(list)))
}
