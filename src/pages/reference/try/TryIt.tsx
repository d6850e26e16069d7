import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { callWith, startWireLog } from '#api/wire-log.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permission.ts'
import { asCalled } from '#contract/reason.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { needsConfirmation, SendQuestion } from './SendQuestion.tsx'
import { type Outcome, textOfAnswer, TryAnswer } from './TryAnswer.tsx'
import { TryForm } from './TryForm.tsx'

/** Calls an operation with the entered input, and shows the request and the response. */
export function TryIt({ endpoint: row }: { endpoint: Endpoint }) {
  const endpoint = asCalled(row)
  const may = useMay()
  const [asked, setAsked] = useState<Input<Endpoint>>()
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const send = async (input: Input<Endpoint>) => {
    startWireLog()
    setOutcome(undefined)
    setPending(true)
    const became = await change(endpoint, input).then(
      (output) => ({ output }),
      (error: unknown) => ({ problem: problemOf(error) }),
    )
    setOutcome({ ...became, call: callWith(input as object) })
    setPending(false)
  }
  return (
    <>
      <Panel title="Try it">
        <TryForm
          endpoint={endpoint}
          refused={may(endpoint.permission) ? undefined : refusalOf(endpoint.permission)}
          pending={pending}
          said={outcome ? textOfAnswer(outcome) : ''}
          onSend={(input) => (needsConfirmation(endpoint) ? setAsked(input) : void send(input))}
        />
      </Panel>
      {asked !== undefined && (
        <SendQuestion
          endpoint={endpoint}
          input={asked}
          onSend={() => send(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {outcome && <TryAnswer endpoint={endpoint} outcome={outcome} />}
    </>
  )
}

const refusalOf = (permission: Permission) =>
  permission === 'proxy'
    ? 'Only the console sends this during sign-in.'
    : `Your account needs ${permission}. Ask an administrator.`
