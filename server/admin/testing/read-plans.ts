import type { TestApp } from '../../system-tests/testing/test-app.ts'

export interface PlanNode {
  readonly type: string
  readonly table: string | undefined
}

interface RawNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: RawNode[]
}

export async function readPlans(
  app: Pick<TestApp, 'ctx' | 'statements' | 'values'>,
  call: () => Promise<unknown>,
): Promise<PlanNode[]> {
  const before = app.statements.length
  await call()
  const nodes: PlanNode[] = []
  for (let n = before; n < app.statements.length; n += 1) {
    const statement = app.statements[n] ?? ''
    // This query finds the caller's session. It is not part of the list.
    if (statement.includes('"sessions"')) continue
    const { rows } = await app.ctx.db.$client.query<{ 'QUERY PLAN': { Plan: RawNode }[] }>(
      `explain (format json) ${statement}`,
      app.values[n] ?? [],
    )
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) collect(Plan, nodes)
  }
  return nodes
}

function collect(node: RawNode, into: PlanNode[]): void {
  into.push({ type: node['Node Type'], table: node['Relation Name'] })
  for (const child of node.Plans ?? []) collect(child, into)
}
