import { Link } from 'react-router'
import { useMay } from '#api/use-may.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import { createAuthority } from '#contract/keys/authorities.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'

/** What is renewed is an authority, and what takes its place here is none: who needs one is shown the way. */
export function AuthorityNotice({ authority }: Required<Pick<ReadCertificate, 'authority'>>) {
  const may = useMay()
  return (
    <Notice tone="warn" title="This is the certificate of a certification authority">
      <span>
        It can sign certificates of others{belowIt(authority.pathLength)}. The new one cannot, unless it is signed as an
        authority: choose “Somebody else, later”, then sign the request with “Make it an authority as well”.
      </span>
      {may(createAuthority.permission) && (
        <span>
          To replace a root,{' '}
          <Anchor component={Link} to={paths.newAuthority} inherit underline="always">
            make a new authority
          </Anchor>
          . What the old one has issued stays with the old one.
        </span>
      )}
    </Notice>
  )
}

function belowIt(pathLength: number | undefined): string {
  if (pathLength === undefined) return ', those of further authorities included'
  if (pathLength === 0) return ', but not of further authorities'
  return `, with up to ${pathLength} ${pathLength === 1 ? 'level' : 'levels'} of authorities below it`
}
