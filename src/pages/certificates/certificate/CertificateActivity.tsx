import { useParams } from 'react-router'
import { Activity } from '#components/activity/Activity.tsx'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { useCertificate } from '#pages/certificates/certificate-query.ts'

/** Audit entries, jobs and notes of this certificate, identified by its serial number in audits. */
export function Component() {
  const { id = '' } = useParams()
  const { row, detail, target } = useCertificate(id)
  return (
    <Activity
      key={id}
      kind="certificate"
      subject={id}
      search={target?.serial_number ?? row?.name ?? id}
      identifiers={identifiersOf.certificate({ fingerprint: detail?.endpoint?.fingerPrint, id })}
    />
  )
}
