// MiniSearch on the texts and queries that the benchmarks write (see ranking.cpp):
//   npm install minisearch
//   WORKMEM_BENCHMARK_TEXTS=texts.txt workmem_benchmarks --benchmark_filter='remember|index'
//   node ranking_minisearch.mjs texts.txt
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const MiniSearch = createRequire(process.cwd() + '/')('minisearch');
const lines = readFileSync(process.argv[2], 'utf8').split('\n').slice(0, -1);
const queries = lines.splice(0, 4);
const documents = lines.map((text, id) => ({ id, text }));

function nanoseconds(run, least = 5e8) {
  for (let i = 0; i < 20; ++i) run();
  const begin = process.hrtime.bigint();
  let runs = 0, passed = 0;
  do {
    run();
    ++runs;
    passed = Number(process.hrtime.bigint() - begin);
  } while (passed < least);
  return passed / runs;
}

const fill = () => {
  const index = new MiniSearch({ fields: ['text'] });
  index.addAll(documents);
  return index;
};
const index = fill();
['rare', 'mid', 'common', 'question'].forEach((name, i) => {
  if (index.search(queries[i]).length === 0) throw new Error(`nothing is found for ${queries[i]}`);
  const time = nanoseconds(() => index.search(queries[i]).slice(0, 10));
  console.log(`remember<${name}_minisearch>/${documents.length} ${time.toFixed(0)} ns`);
});
console.log(`index<minisearch>/${documents.length} ${nanoseconds(fill).toFixed(0)} ns`);
