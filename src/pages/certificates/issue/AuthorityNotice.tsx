import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import { counted } from '#contract/words/counted.ts'
import { createAuthority } from '#contract/keys/authorities.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'

/** Notice that a renewed CA certificate would not be a CA certificate, with instructions. */
export function AuthorityNotice({ authority }: Required<Pick<ReadCertificate, 'authority'>>) {
  const may = useMay()
  return (
    <Notice tone="warn" title="This is a CA certificate">
      <span>
        It can sign other certificates{belowIt(authority.pathLength)}. The new certificate cannot, unless it is issued
        as an intermediate CA: choose “Another issuer”, then sign the request with “Issue as intermediate CA”.
      </span>
      {may(createAuthority.permission) && (
        <span>
          To replace a root,{' '}
          <Anchor component={Link} to={paths.newAuthority} inherit underline="always">
            create a new authority
          </Anchor>
          . Certificates issued by the old authority do not change.
        </span>
      )}
    </Notice>
  )
}

function belowIt(pathLength: number | undefined): string {
  if (pathLength === undefined) return ', including subordinate CA certificates'
  if (pathLength === 0) return ', but not subordinate CA certificates'
  return `, with up to ${counted(pathLength, 'level', 'levels')} of subordinate CAs`
}
