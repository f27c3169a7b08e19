import assert from 'node:assert/strict';
import test from 'node:test';
import { contextFor } from '../../src/figure.js';

test('tokens: the smallest context that holds them', () => {
  assert.equal(contextFor(0), 2_048);
  assert.equal(contextFor(2_048), 2_048);
  assert.equal(contextFor(2_049), 4_096);
  assert.equal(contextFor(150_000), 200_000);
  assert.equal(contextFor(1_000_001), undefined);
});
