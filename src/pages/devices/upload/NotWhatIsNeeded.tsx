import { Notice } from '#ui/feedback/Notice.tsx'

/** Warns of an unsuitable file before it is sent; the server decides. */
export const NotWhatIsNeeded = ({ needed }: { needed: string }) => (
  <Notice tone="warn" title={`This file is not ${needed}`}>
    <span>The server is likely to reject it.</span>
  </Notice>
)
