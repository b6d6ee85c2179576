import { writeFileSync } from 'node:fs'
import base from './vite.config.ts'
export default {
  ...base,
  plugins: [
    ...(base as any).plugins,
    {
      name: 'probe',
      generateBundle(_o: any, bundle: any) {
        const out: any = {}
        for (const [f, c] of Object.entries<any>(bundle))
          if (c.type === 'chunk')
            out[f] = {
              imports: c.imports,
              dynamicImports: c.dynamicImports,
              modules: Object.entries<any>(c.modules)
                .map(([id, m]) => [
                  m.renderedLength,
                  id.replace(/.*node_modules\//, 'nm/').replace(/.*dashboard\/src\//, 'src/'),
                ])
                .filter((x: any) => x[0] > 0)
                .sort((a: any, b: any) => b[0] - a[0]),
            }
        writeFileSync('/tmp/probe.json', JSON.stringify(out))
      },
    },
  ],
}
