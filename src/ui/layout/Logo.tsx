/** The product logo: an open triptych, its center panel in front. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <path d="M3 8.2 9.5 6v20L3 23.8z" fill="#47b0b7" />
      <path d="M29 8.2 22.5 6v20l6.5-2.2z" fill="#47b0b7" />
      <rect x="11" y="4" width="10" height="24" rx="1" fill="#0b6b76" />
      <path d="M16 9.5a2.6 2.6 0 0 1 1.3 4.85V20h-2.6v-5.65A2.6 2.6 0 0 1 16 9.5z" fill="#e4f6f6" />
    </svg>
  )
}
