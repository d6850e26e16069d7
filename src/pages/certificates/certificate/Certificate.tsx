import { Suspense, useState } from 'react'
import { type LoaderFunctionArgs, useOutlet, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import { overviewAndActivity } from '#components/activity/activity-tabs.ts'
import { loadBehind } from '#components/area/load-behind.ts'
import { NotFound } from '#components/area/NotFound.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import type { Problem } from '#contract/problem.ts'
import { certificateQuery, useCertificate } from '#pages/certificates/certificate-query.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { later } from '#ui/layout/later.ts'
import { Stack } from '#ui/layout/layout.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { CertificateActions } from './actions/CertificateActions.tsx'
import { loadDialogs } from './actions/later-dialogs.ts'
import { RevocationNotice } from './actions/RevocationNotice.tsx'
import { CertificateChain } from './CertificateChain.tsx'
import { CertificateExtensions } from './CertificateExtensions.tsx'
import { CertificateFacts } from './CertificateFacts.tsx'
import { CertificatePlaces } from './CertificatePlaces.tsx'
import { Duplicates } from './Duplicates.tsx'
import { ExpiryNotices } from './ExpiryNotices.tsx'
import { ForeignStatus } from './ForeignStatus.tsx'
import { ExportPanel } from './export/ExportPanel.tsx'

const RecentJobs = later(async () => (await import('#components/jobs/RecentJobs.tsx')).RecentJobs)
const SecretsPanel = later(async () => (await import('./export/SecretsPanel.tsx')).SecretsPanel)
const Outcome = later(async () => (await import('./actions/Outcome.tsx')).Outcome)

export const loader = ({ params }: LoaderFunctionArgs) => {
  loadBehind(loadDialogs)
  return prefetch(certificateQuery(params.id ?? ''))
}

/** Page of a certificate, identified by id because names are not unique. */
export function Component() {
  const { id = '' } = useParams()
  const activity = useOutlet()
  const { row, detail, target, duplicates, issuedProblem, isPending, error, refetch } = useCertificate(id)
  const [revoked, setRevoked] = useState<{ text: string; issuer: string }>()
  const [failed, setFailed] = useState<Problem>()
  const told = {
    onRevoked: (text: string) => {
      setFailed(undefined)
      setRevoked({ text, issuer: detail?.issuer?.cname || row?.issuer || '' })
    },
    onFailed: setFailed,
  }
  useOpened('Certificate', row && (row.name || `Certificate ${id}`), paths.certificate(id))
  const outcome = <Suspense>{revoked && <Outcome {...revoked} onClose={() => setRevoked(undefined)} />}</Suspense>
  if (!row) {
    return (
      <Page title="Certificate">
        {outcome}
        {failed && <ProblemPanel problem={failed} />}
        {error ? <QueryProblem error={error} refetch={refetch} /> : isPending ? <Loading /> : <NotThere id={id} />}
      </Page>
    )
  }
  return (
    <Page
      title={row.name || `Certificate ${id}`}
      actions={
        (isPending || target) && (
          <CertificateActions key={id} row={row} subject={detail && target && { row, detail, target }} {...told} />
        )
      }
    >
      {outcome}
      <LinkTabs label="Certificate" tabs={overviewAndActivity(paths.certificate(id))} />
      <TabPanel>
        {activity ??
          (isPending && !detail ? (
            <Loading />
          ) : (
            <Stack gap="md">
              <QueryProblem error={error} refetch={refetch} />
              {!target && !isPending && !error && <NoTarget name={row.name} />}
              {row.ofThisName > 1 && <Duplicates row={row} duplicates={duplicates} />}
              {detail && target && (
                <RevocationNotice key={`revocation ${id}`} row={row} detail={detail} target={target} {...told} />
              )}
              <CertificateFacts row={row} detail={detail} issuedProblem={issuedProblem} />
              <NotesPanel
                key={`notes ${id}`}
                kind="certificate"
                subject={id}
                label={row.name || `Certificate ${id}`}
                identifiers={identifiersOf.certificate({ fingerprint: detail?.endpoint?.fingerPrint, id })}
              />
              {(row.revocation.state === 'elsewhere' || row.revocation.state === 'unknown') && (
                <ForeignStatus key={`authority ${id}`} id={id} />
              )}
              {detail && <CertificateExtensions detail={detail} />}
              {detail && <CertificateChain row={row} detail={detail} />}
              <CertificatePlaces row={row} detail={detail} />
              <ExpiryNotices row={row} />
              {detail && target && (
                <>
                  <ExportPanel key={id} target={target} hasKey={detail.endpoint?.PrivateKey} />
                  <Suspense>
                    <SecretsPanel key={`secrets ${id}`} target={target} hasKey={detail.endpoint?.PrivateKey} />
                    <RecentJobs kind="certificate" subject={id} endpoint={getCertificateDetails} />
                  </Suspense>
                </>
              )}
            </Stack>
          ))}
      </TabPanel>
    </Page>
  )
}

const NotThere = ({ id }: { id: string }) => (
  <NotFound
    title={`There is no certificate with the ID ${id}`}
    hint="It may have been deleted."
    all="All certificates"
    to={paths.certificates}
  />
)

const NoTarget = ({ name }: { name: string }) => (
  <Notice tone="warn" title="No actions are available for this certificate">
    <span>
      {name
        ? 'Its serial number was not reported by the service, and other certificates have the same name. An operation could affect the wrong certificate.'
        : 'It has no common name, and the service identifies certificates by common name.'}
    </span>
  </Notice>
)
