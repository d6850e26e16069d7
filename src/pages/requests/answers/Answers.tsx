import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { type AnswerRow, answersQuery } from '#components/issuing/requests-query.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { addCertificate } from '#contract/keys/certificates.ts'
import type { RequestRow } from '#contract/keys/rules/request-list.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Answers.module.css'
import { ImportAnswer } from './ImportAnswer.tsx'

/** Status of a request: pending, or its certificates, of which the newest applies. */
export function Answers({ request }: { request: RequestRow }) {
  const { data, error, refetch } = useQuery(answersQuery)
  const [message, setMessage] = useState<string>()
  const id = String(request.CSR_ID)
  const answers = data?.rows.filter(({ CSR_ID }) => String(CSR_ID) === id)
  return (
    <Panel
      title="Certificate"
      aside={answers && (answers.length === 0 ? <Waiting /> : <StatusBadge tone="ok">Answered</StatusBadge>)}
      actions={
        <ActionButton
          endpoint={addCertificate}
          size="xs"
          renderDialog={(close) => <ImportAnswer id={id} onImported={setMessage} onClose={close} />}
        >
          Import certificate
        </ActionButton>
      }
    >
      <Stack gap="sm">
        {message !== undefined && (
          <Notice tone="ok" title="Certificate imported" urgent>
            Server response: {message}
          </Notice>
        )}
        <QueryProblem error={error} refetch={refetch} />
        {data === undefined && !error && <Loading />}
        {data === null && (
          <NotReported what="which certificates answer this request">
            Import the certificate here when you receive it from the CA.
          </NotReported>
        )}
        {answers?.length === 0 && (
          <Text size="sm">
            Waiting since <Moment at={instantOf(request.CREATED_DATE)} raw={request.CREATED_DATE} />. Send the request
            to a CA and import the certificate here, or sign the request with an internal CA.
          </Text>
        )}
        {answers && answers.length > 0 && (
          <ul className={classes.answers} aria-label="Answered by">
            {answers.map((answer, at) => (
              <Answer key={String(answer.CertID)} answer={answer} isSuperseded={at > 0} />
            ))}
          </ul>
        )}
      </Stack>
    </Panel>
  )
}

const Waiting = () => <StatusBadge tone="info">Waiting for a certificate</StatusBadge>

function Answer({ answer, isSuperseded }: { answer: AnswerRow; isSuperseded: boolean }) {
  const { CertID, commonName, serialNumber, issuerName, answeredAt, hasPrivateKey } = answer
  return (
    <li>
      <Group gap="xs">
        <Anchor component={Link} size="sm" underline="always" to={paths.certificate(String(CertID))}>
          {commonName || `Certificate ${String(CertID)}`}
        </Anchor>
        {isSuperseded && <StatusBadge tone="muted">Superseded</StatusBadge>}
        {hasPrivateKey === false && <StatusBadge tone="warn">No private key</StatusBadge>}
      </Group>
      <Text size="xs" c="dimmed">
        Serial number {serialNumber || 'unknown'}, issued by {issuerName || 'an unknown CA'}, added{' '}
        <Moment at={instantOf(answeredAt)} raw={answeredAt} />
      </Text>
    </li>
  )
}
