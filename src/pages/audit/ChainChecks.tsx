import type { ReactNode } from 'react'
import { problemOf } from '#api/problem.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { verifyAudit as verifyKeyAudit } from '#contract/keys/api-keys.ts'
import type { Problem } from '#contract/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { ChainCheck } from './ChainCheck.tsx'
import { sources } from './sources.ts'
import type { ChainChecks as Checks } from './use-chain-checks.ts'

/** Results of verifying both hash chains. */
export function ChainChecks({ checks: { ofConsole, ofKeys, mayAskKeys, isPending } }: { checks: Checks }) {
  if (isPending || ofConsole.isIdle) return null
  return (
    <>
      <QueryProblem error={ofConsole.error} />
      {ofConsole.data && <ChainCheck source="console" found={ofConsole.data} />}
      {ofKeys.error && <NotVerified problem={problemOf(ofKeys.error)} />}
      {ofKeys.data && <ChainCheck source="keys" found={ofKeys.data} />}
      {!mayAskKeys && <Unknown>Verifying it requires {verifyKeyAudit.permission}.</Unknown>}
    </>
  )
}

function NotVerified({ problem }: { problem: Problem }) {
  if (problem.code === 'NOT_CONNECTED') return <Unknown>This site has no key management.</Unknown>
  if (problem.code === 'NOT_OFFERED') return <Unknown>This server does not support audit verification.</Unknown>
  return <ProblemPanel problem={problem} />
}

const Unknown = ({ children }: { children: ReactNode }) => (
  <output>
    <Notice tone="info" title={`${sources.keys.label}: not verified`}>
      <span>{children}</span>
    </Notice>
  </output>
)
