import { change, useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { setAcmeRenewal } from '#contract/keys/acme-orders.ts'
import { instantOf } from '#contract/time.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import type { AcmeRequestRow } from './acme-orders-query.ts'

/** Automatic renewal of an order's certificate: whether it is on, its next date, and its last result. */
export function AutomaticRenewal({ id, order }: { id: string; order: AcmeRequestRow }) {
  const { problem, pending, attempt } = useAttempt()
  const { status, renews, CertID, RenewalPlanned, RenewedAt, renewalProblem, RenewalFailedAt } = order
  // Hidden if the server does not support it, and before the first certificate.
  if (renews === undefined || CertID === undefined) return null
  return (
    <>
      {renewalProblem && (
        <Notice tone="bad" title="Automatic renewal failed">
          <span>
            <Moment at={instantOf(RenewalFailedAt)} raw={RenewalFailedAt ?? ''} />: {renewalProblem} It is retried after
            1, 6 and then every 24 hours.
          </span>
        </Notice>
      )}
      {renews && status === 'pending' && (
        <Notice tone="warn" title="The renewal needs your action">
          <span>
            Publish the records or files shown above, then continue. The current certificate stays valid until it
            expires.
          </span>
        </Notice>
      )}
      <Group gap="sm">
        <Text size="sm">
          {renews ? (
            <>
              Renewed automatically
              {RenewalPlanned && status === 'valid' && (
                <>
                  , planned <Moment at={instantOf(RenewalPlanned)} raw={RenewalPlanned} />
                </>
              )}
              {RenewedAt && (
                <>
                  , last <Moment at={instantOf(RenewedAt)} raw={RenewedAt} />
                </>
              )}
              . {proofText(order)}
            </>
          ) : (
            <>Not renewed automatically. {proofText(order)}</>
          )}
        </Text>
        <ActionButton
          endpoint={setAcmeRenewal}
          size="compact-sm"
          loading={pending}
          onClick={() => attempt(() => change(setAcmeRenewal, { CSR_ID: id, renews: !renews }))}
        >
          {renews ? 'Stop automatic renewal' : 'Renew automatically'}
        </ActionButton>
      </Group>
      {problem && <ProblemPanel problem={problem} />}
    </>
  )
}

/** Describes a renewal according to the challenge type. */
const proofText = ({ challenge, serverName, webRoot }: AcmeRequestRow) =>
  challenge === 'http-01' && serverName
    ? `The files are published on “${serverName}” in ${webRoot ?? 'its web root'}. Deploy the new certificate then.`
    : challenge === 'http-01'
      ? 'Each renewal requires you to serve its files. Publish them on a deployment server to automate this.'
      : 'Each renewal requires you to publish its TXT records.'
