// What is used of html-to-text, which brings no types.
declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: Record<string, unknown>
  }
  interface ConvertOptions {
    baseElements?: { selectors: string[] }
    wordwrap?: false
    limits?: { maxDepth?: number; maxInputLength?: number }
    selectors?: Selector[]
  }
  export function convert(html: string, options: ConvertOptions): string
}
