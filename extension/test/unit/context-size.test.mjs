import assert from 'node:assert/strict';
import test from 'node:test';
import { contextSizeFor } from '../../src/context-size.js';

test('context size: the smallest one that holds the tokens', () => {
  assert.equal(contextSizeFor(0), 2_048);
  assert.equal(contextSizeFor(2_048), 2_048);
  assert.equal(contextSizeFor(2_049), 4_096);
  assert.equal(contextSizeFor(150_000), 200_000);
  assert.equal(contextSizeFor(1_000_001), undefined);
});
